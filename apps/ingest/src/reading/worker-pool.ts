import { Worker } from "node:worker_threads";
import type { Party } from "../turns.ts";
import type { StopReason } from "./read-entries.ts";
import type { Job } from "./worker-messages.ts";
import { createWorkerPlaces } from "./worker-places.ts";
import { createWorkerRun, type WorkerRun } from "./worker-run.ts";

/** How often the CPU time of busy workers is checked. */
const WATCH_MS = 250;
/** A worker that is idle for this long ends; starting one takes 0.1 s. */
const IDLE_MS = 30_000;

export interface WorkerPoolOptions {
  /** Threads for the jobs of one sender. */
  readonly workers: number;
  /** Further threads, for others. */
  readonly spareWorkers: number;
  /** CPU time limit of one job. */
  readonly cpuMsMax: number;
  /** Heap limit of one worker. */
  readonly heapMibMax: number;
  /** How long a worker is idle before it ends; default 30 s. */
  readonly idleMs?: number;
}

/** Worker threads, started on demand. Each runs one job at a time, so that ending a worker ends one job. */
export interface WorkerPool {
  /** Starts a job when it is its party's turn. The caller must read its replies to the end. */
  run(job: Job, party?: Party | null): Promise<WorkerRun>;
  /** Ends all workers. All jobs must have finished before. */
  stop(): Promise<void>;
}

interface Thread {
  readonly worker: Worker;
  run: WorkerRun | null;
  /** Gives back the place of the job that runs. */
  leave: () => void;
  cpuMsBefore: number;
  idleTimer: NodeJS.Timeout | undefined;
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: short functions that share the state of one pool
export function createWorkerPool({ cpuMsMax, heapMibMax, idleMs = IDLE_MS, ...counts }: WorkerPoolOptions): WorkerPool {
  const threads = new Set<Thread>();
  const places = createWorkerPlaces(counts);
  let watch: NodeJS.Timeout | undefined;

  function start(): Thread {
    const resourceLimits = { maxOldGenerationSizeMb: heapMibMax };
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { resourceLimits });
    const thread: Thread = { worker, run: null, leave: () => undefined, cpuMsBefore: 0, idleTimer: undefined };
    worker.on("message", (reply) => {
      thread.run?.take(reply);
      if (reply.kind === "entry") return;
      thread.cpuMsBefore = reply.cpuMs;
      free(thread);
    });
    worker.on("error", (error) => end(thread, toStopReason(error) ?? error));
    worker.on("exit", () => end(thread, new Error("a worker thread ended unexpectedly")));
    worker.unref();
    threads.add(thread);
    return thread;
  }

  function free(thread: Thread): void {
    thread.run = null;
    thread.worker.unref();
    thread.idleTimer = setTimeout(() => retire(thread), idleMs).unref();
    thread.leave();
  }

  /** Ends an idle thread. From now on no job may get it: it goes on for a moment. */
  function retire(thread: Thread): void {
    threads.delete(thread);
    void thread.worker.terminate();
  }

  /** Handles the end of a thread: its job fails, and a new thread takes the next job. */
  function end(thread: Thread, why: StopReason | Error): void {
    if (!threads.delete(thread)) return;
    clearTimeout(thread.idleTimer);
    if (thread.run) thread.leave();
    if (why instanceof Error) thread.run?.take({ kind: "failed", error: why, cpuMs: 0 });
    else thread.run?.take({ kind: "stopped", reason: why });
    thread.run = null;
  }

  async function watchBusy(): Promise<void> {
    const busy = [...threads].filter(({ run }) => run !== null);
    if (busy.length === 0) {
      clearInterval(watch);
      watch = undefined;
    }
    await Promise.all(busy.map(stopIfTooLong));
  }

  async function stopIfTooLong(thread: Thread): Promise<void> {
    const { run } = thread;
    const usage = await thread.worker.cpuUsage().catch(() => null);
    if (usage === null || thread.run !== run) return;
    const cpuMs = (usage.user + usage.system) / 1000 - thread.cpuMsBefore;
    if (cpuMs <= cpuMsMax) return;
    end(thread, "took-too-long");
    await thread.worker.terminate();
  }

  return {
    async run(job, party = null) {
      const leave = await places.take(party);
      const thread = [...threads].find(({ run }) => run === null) ?? start();
      clearTimeout(thread.idleTimer);
      thread.worker.ref();
      const run = createWorkerRun(job.flow);
      thread.run = run;
      thread.leave = leave;
      thread.worker.postMessage(job, typeof job.body === "string" ? [] : [job.body.buffer]);
      watch ??= setInterval(() => void watchBusy(), WATCH_MS).unref();
      return run;
    },
    async stop() {
      clearInterval(watch);
      const ending = [...threads];
      threads.clear();
      await Promise.all(ending.map(({ worker }) => worker.terminate()));
    },
  };
}

/** A worker that exceeds its heap refuses its submission; any other cause is an error of the program. */
function toStopReason(error: unknown): StopReason | null {
  const isMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isMemory ? "took-too-much-memory" : null;
}
