import type { EachBatchPayload } from "kafkajs";
import { sleep } from "../../signal.ts";

/** How long fetching for all partitions may wait for the work on one of them. */
const DETACH_AFTER_MS = 1000;

export interface PartitionWork {
  eachBatch(payload: EachBatchPayload): Promise<void>;
  /** Resolves when no batch is in progress. */
  finished(): Promise<void>;
}

/**
 * kafkajs fetches again, and joins a rebalance, only when all batches of a fetch are done. So long work (in an outage,
 * for example) is detached: its partition is paused until it ends, and the others continue. Each partition has one
 * batch at a time, even when it was lost and reassigned meanwhile.
 */
export function createPartitionWork(deliver: (payload: EachBatchPayload) => Promise<void>): PartitionWork {
  const inProgress = new Map<number, Promise<void>>();

  function begin(payload: EachBatchPayload): Promise<void> {
    const { partition } = payload.batch;
    const work = deliver(payload).finally(() => inProgress.delete(partition));
    inProgress.set(partition, work);
    return work;
  }

  return {
    async eachBatch(payload) {
      const earlier = inProgress.get(payload.batch.partition);
      const work = earlier ?? begin(payload);
      if (!earlier && (await endsSoon(work))) return;
      const resume = payload.pause();
      void work.then(resume);
    },
    async finished() {
      await Promise.all(inProgress.values());
    },
  };
}

async function endsSoon(work: Promise<void>): Promise<boolean> {
  const ended = new AbortController();
  void work.then(() => ended.abort());
  await sleep(DETACH_AFTER_MS, ended.signal);
  return ended.signal.aborted;
}
