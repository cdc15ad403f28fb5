import { expect, test } from "vitest";
import { createRecordingEngine } from "../../testing/record-statements.ts";
import { createClusterEngine } from "./cluster-engine.ts";

const cluster = { name: "c", database: "db", replicas: 3 };

/** An engine that answers after some failures. */
function createFailing(failures: number, type: string) {
  const { engine } = createRecordingEngine("records");
  let asked = 0;
  const select = async <Row>(): Promise<Row[]> => {
    asked += 1;
    if (asked <= failures) throw Object.assign(new Error("no answer"), { type });
    return [];
  };
  return { engine: createClusterEngine({ ...engine, select }, cluster), count: () => asked };
}

test("a query that reaches a replica outside the quorum is repeated", async () => {
  const { engine, count } = createFailing(3, "REPLICA_IS_NOT_IN_QUORUM");
  expect(await engine.select("SELECT 1", {})).toEqual([]);
  expect(count()).toBe(4);
});

test("a query that fails otherwise is not repeated", async () => {
  const { engine, count } = createFailing(1, "SYNTAX_ERROR");
  await expect(engine.select("SELECT 1", {})).rejects.toThrow("no answer");
  expect(count()).toBe(1);
});
