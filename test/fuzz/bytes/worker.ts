// Runs one target in a thread of its own, which can be ended when an input never returns.
import { parentPort, workerData } from "node:worker_threads";
import { counters, instrumentImports } from "./instrument.ts";
import type { SharedState, WorkerJob } from "./run-target.ts";

const job: WorkerJob = workerData;
const state: SharedState = job.state;
const numbers = new Int32Array(state.numbers);
const bytes = new Uint8Array(state.bytes);

instrumentImports();
const { fuzzBytes } = await import("./fuzz-bytes.ts");
const { breakTarget } = await import("./broken-targets.ts");
const { targets } = await import("./targets.ts");
const { only, fault } = job;
const target = only === undefined ? targets[job.target] : { ...targets[job.target], buildSeeds: () => [only] };

const summary = await fuzzBytes({
  ...job,
  target: fault === undefined ? target : breakTarget(target, fault),
  executions: only === undefined ? job.executions : 1,
  counters,
  onExecution: ({ executions, inputs, blocks }, input) => {
    bytes.set(input.subarray(0, bytes.length));
    numbers.set([executions + 1, Math.min(input.length, bytes.length), inputs, blocks]);
  },
});
parentPort?.postMessage(summary);
