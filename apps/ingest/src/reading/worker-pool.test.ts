import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { UNTRUSTED_LIMITS } from "../limits.ts";
import { writeReport } from "../testing/write-report.ts";
import { createFlow } from "./flow.ts";
import { createWorkerPool } from "./worker-pool.ts";

const IDLE_MS = 20;

test("a job that comes in the moment in which an idle worker ends gets another one", async () => {
  const { envelope, xml } = UNTRUSTED_LIMITS;
  const options = { name: "a", limits: { envelope, xml }, spoolPath: "/unused" };
  const pool = createWorkerPool({ ...UNTRUSTED_LIMITS, workers: 1, spareWorkers: 0, idleMs: IDLE_MS });
  const found: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    const run = await pool.run({ body: new Uint8Array(writeReport("example.com")), options, flow: createFlow() });
    for await (const { entry } of run.entries()) found.push(entry.found.kind);
    // Of the timers of one moment the worker's comes first: then the job does, before the worker has ended.
    await sleep(IDLE_MS);
  }
  expect(found).toEqual(Array.from({ length: 20 }, () => "report"));
  await pool.stop();
});
