import { Worker } from "node:worker_threads";
import { OutageError } from "@ruaflow/runtime/errors";
import { createFairQueue } from "./fair-queue.ts";
import type { VerifiedMail } from "./verify-signatures.ts";
import type { VerifyJob, VerifyReply } from "./worker-messages.ts";

/** How often the CPU time of a busy worker is read. */
const WATCH_MS = 50;
/** A worker that is idle for this long ends; starting one takes 0.2 s. */
const IDLE_MS = 30_000;
const HEAP_MIB_MAX = 256;

export interface VerifyLaneOptions {
  /** CPU time of one mail in milliseconds. Time in which the worker has to wait for a CPU does not count. */
  readonly cpuMsMax: number;
}

/** A worker thread that verifies one mail at a time; senders take turns. */
export interface VerifyLane {
  /**
   * @param sender mails of one sender wait for each other
   * @returns `null` for a mail that takes more than the lane's time or memory
   */
  verify(sender: string, job: VerifyJob): Promise<VerifiedMail | null>;
  /** Waits for the mails in the lane, then ends the worker. */
  stop(): Promise<void>;
}

interface Waiting {
  readonly job: VerifyJob;
  readonly settle: (outcome: Promise<VerifiedMail | null>) => void;
}

export function createVerifyLane({ cpuMsMax }: VerifyLaneOptions): VerifyLane {
  const queue = createFairQueue<Waiting>();
  let worker: Promise<Worker> | null = null;
  let working: Promise<void> | null = null;
  let idleTimer: NodeJS.Timeout | undefined;

  async function run(job: VerifyJob): Promise<VerifiedMail | null> {
    worker ??= startWorker().catch((error: unknown) => {
      // The next mail tries again.
      worker = null;
      throw new OutageError("A thread for signatures", error);
    });
    const used = await worker;
    const reply = await exchange(used, job, cpuMsMax);
    if (reply === null) await endWorker();
    if (reply?.kind === "failed") throw reply.error;
    return reply?.result ?? null;
  }

  async function endWorker(): Promise<void> {
    const ending = worker;
    worker = null;
    await (await ending)?.terminate();
  }

  async function work(): Promise<void> {
    clearTimeout(idleTimer);
    for (let next = queue.take(); next; next = queue.take()) {
      const outcome = run(next.job);
      next.settle(outcome);
      await outcome.catch(() => undefined);
    }
    working = null;
    idleTimer = setTimeout(() => void endWorker(), IDLE_MS).unref();
  }

  return {
    verify(sender, job) {
      const { promise, resolve } = Promise.withResolvers<VerifiedMail | null>();
      queue.add(sender, { job, settle: resolve });
      working ??= work();
      return promise;
    },
    async stop() {
      await working;
      clearTimeout(idleTimer);
      await endWorker();
    },
  };
}

/** A worker that has loaded its code, which would otherwise count as time of its first mail. */
async function startWorker(): Promise<Worker> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB_MAX },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = () => reject(new Error("a worker thread did not start"));
  worker.once("message", () => resolve()).once("exit", fail);
  // Without a listener an error would end the process; the worker's exit follows it.
  worker.on("error", reject);
  await promise;
  worker.off("exit", fail).unref();
  return worker;
}

/** The worker's reply; `null` when it takes too long or has ended. */
async function exchange(worker: Worker, job: VerifyJob, cpuMsMax: number): Promise<VerifyReply | null> {
  const { promise, resolve } = Promise.withResolvers<VerifyReply | null>();
  const end = () => resolve(null);
  worker.once("message", resolve).once("exit", end).ref();
  const cpuMsBefore = await readCpuMs(worker);
  worker.postMessage(job);
  const timer = setInterval(async () => {
    if ((await readCpuMs(worker)) - cpuMsBefore > cpuMsMax) end();
  }, WATCH_MS);
  const reply = await promise;
  clearInterval(timer);
  worker.off("message", resolve).off("exit", end).unref();
  return reply;
}

/** CPU time of a worker since it started; 0 when it has ended. */
async function readCpuMs(worker: Worker): Promise<number> {
  const usage = await worker.cpuUsage().catch(() => null);
  return usage === null ? 0 : (usage.user + usage.system) / 1000;
}
