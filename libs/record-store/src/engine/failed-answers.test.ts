import { createClient } from "@clickhouse/client";
import { createChdbConnection } from "chdb/connection";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTemporaryFolder, type TemporaryFolder } from "../testing/temporary-folder.ts";
import { createEmbeddedEngine } from "./embedded.ts";
import { fromClients } from "./embedded-sessions.ts";
import type { WritingEngine } from "./engine.ts";
import { readSettings } from "./read-settings.ts";

// The embedded engine begins a session's next answer with the rows of the failed one: of another tenant.
const FAILS = `SELECT number AS foreign FROM numbers(200001) ${readSettings}`;

let folder: TemporaryFolder;
let engine: WritingEngine;
beforeAll(async () => {
  folder = await createTemporaryFolder();
  engine = await createEmbeddedEngine(folder.path);
});
afterAll(async () => {
  await engine.close();
  await folder.remove();
});

function createSession() {
  // @ts-expect-error the client has its own copy of chdb's types, identical except for a class with a private member
  return createClient({ connection: createChdbConnection({ path: folder.path }) });
}

it("a question that failed leaves no row in the answers after it", async () => {
  const ask = (own: number) => engine.select(`SELECT ${own} AS own ${readSettings}`, {});
  for (let turn = 0; turn < 4; turn += 1) {
    const failures = [engine.select(FAILS, {}), engine.select(FAILS, {})];
    const answers = await Promise.allSettled([...failures, ask(1), ask(2), ask(3)]);
    expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : "failed"))).toEqual([
      "failed",
      "failed",
      [{ own: 1 }],
      [{ own: 2 }],
      [{ own: 3 }],
    ]);
  }
});

it("rows of another answer before it make an answer a failure, should a session not have been renewed", async () => {
  const clients = [createSession(), createSession()];
  const unrenewed = fromClients(clients, {
    rowsFile: "",
    withRowsFile: (use) => use(""),
    renewSession: async (failed) => failed,
    closeEngine: () => undefined,
  });
  const answers: unknown[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    await expect(unrenewed.select(FAILS, {})).rejects.toThrow("Limit for result exceeded");
    answers.push(await unrenewed.select("SELECT 1 AS own", {}).catch(() => "failed"));
  }
  // When the engine writes its rows is its own matter; once of ten times it had, each time.
  expect(answers).toContain("failed");
  for (const answer of answers) expect([[{ own: 1 }], "failed"]).toContainEqual(answer);
  await unrenewed.close();
});
