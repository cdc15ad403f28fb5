import { openSession } from "./chdb-session.ts";

const EVERY_MS = 10_000;

/**
 * Returns memory that the engine has freed to the system, every ten seconds: it keeps what its threads have freed until they ask for
 * more, and idle threads never do.
 */
export async function returnMemoryRegularly(path: string): Promise<{ stop(): Promise<void> }> {
  const session = await openSession(path);
  let purging: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // An engine built without jemalloc refuses it.
    purging = purging.then(() => session.queryAsync("SYSTEM JEMALLOC PURGE")).catch(() => undefined);
  }, EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await purging;
      session.close();
    },
  };
}
