import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Fault } from "./broken-targets.ts";
import type { Defect, Summary } from "./fuzz-bytes.ts";
import { INPUT_BYTES_MAX } from "./mutate.ts";
import type { TargetName } from "./target-names.ts";

/** What the worker tells while it runs: numbers of executions, of bytes of the input, of inputs, of blocks. */
export interface SharedState {
  readonly numbers: SharedArrayBuffer;
  /** The input that is being read. */
  readonly bytes: SharedArrayBuffer;
}

export interface WorkerJob {
  readonly target: TargetName;
  readonly seed: number;
  readonly executions: number;
  readonly defectsMax: number;
  readonly fault?: Fault | undefined;
  /** Reads this input alone. */
  readonly only?: Uint8Array | undefined;
  readonly state: SharedState;
}

export interface TargetRun extends Omit<WorkerJob, "state"> {
  readonly onProgress?: (line: string) => void;
  /** How long one input may take on the clock. An execution over 1 s of CPU is a defect before; this ends endless ones. */
  readonly hangMs?: number;
}

const HANG_MS = 30_000;
const PROGRESS_EVERY_MS = 5000;
const WATCH_EVERY_MS = 250;
/** The heap of a thread that reads: beyond it the thread ends, which is a defect. */
const HEAP_MIB_MAX = 384;

/** Fuzzes one target in a worker; an input that ends the worker, or that it never returns from, is a defect too. */
export async function runTarget(run: TargetRun): Promise<Summary> {
  const { onProgress, hangMs = HANG_MS, ...job } = run;
  const state = { numbers: new SharedArrayBuffer(16), bytes: new SharedArrayBuffer(INPUT_BYTES_MAX) };
  const worker = new Worker(new URL("worker.ts", import.meta.url), {
    workerData: { ...job, state },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB_MAX },
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const watch = new AbortController();
  const startedAt = performance.now();
  try {
    const end = await Promise.race([waitForEnd(worker), watchProgress({ run, state, hangMs, signal: watch.signal })]);
    return typeof end === "string" ? summarizeEnd(end, state, (performance.now() - startedAt) / 1000) : end;
  } finally {
    watch.abort();
    await worker.terminate();
  }
}

/** The summary, or why there is none. */
function waitForEnd(worker: Worker): Promise<Summary | string> {
  return new Promise((resolve) => {
    worker.once("message", resolve);
    worker.once("error", (error) => resolve(`thrown outside: ${error.stack}`));
    worker.once("exit", () => resolve("endless: the reader waits for something that never comes"));
  });
}

interface Watched {
  readonly run: TargetRun;
  readonly state: SharedState;
  readonly hangMs: number;
  readonly signal: AbortSignal;
}

async function watchProgress({ run, state, hangMs, signal }: Watched): Promise<string> {
  const numbers = new Int32Array(state.numbers);
  const startedAt = performance.now();
  let execution = 0;
  let changedAt = startedAt;
  let toldAt = startedAt;
  for (;;) {
    await wait(WATCH_EVERY_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) return "";
    const now = performance.now();
    if (numbers[0] !== execution || execution === 0) changedAt = now;
    execution = numbers[0] ?? 0;
    if (now - changedAt > hangMs) return `endless: over ${hangMs} ms`;
    if (now - toldAt < PROGRESS_EVERY_MS) continue;
    toldAt = now;
    const seconds = ((now - startedAt) / 1000).toFixed(0);
    run.onProgress?.(
      `${run.target}: ${execution} of ${run.executions} in ${seconds} s, ${numbers[2]} inputs, ${numbers[3]} blocks`,
    );
  }
}

/** What is known of a run whose worker came to an end. */
function summarizeEnd(what: string, state: SharedState, seconds: number): Summary {
  const [executions = 0, length = 0, inputs = 0, blocks = 0] = new Int32Array(state.numbers);
  const bytes = Buffer.from(new Uint8Array(state.bytes, 0, length));
  const defect: Defect = { what, execution: executions - 1, bytes };
  return { executions, seconds, seeds: 0, inputs, blocks, slowestMs: 0, peakMib: 0, outcomes: {}, defects: [defect] };
}
