/**
 * Counts of a submission's entries that a worker has sent and the main thread has not finished, in shared memory:
 * neither thread has to send messages about them.
 */
export interface Flow {
  readonly shared: Int32Array;
}

const ENTRIES = 0;
const KIB = 1;
const CANCELLED = 2;
/** Entries and KiB that may be in flight from a worker to the stores. */
const ENTRIES_MAX = 512;
const KIB_MAX = 4 * 1024;

export function createFlow(): Flow {
  return { shared: new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)) };
}

/** For the worker: counts an entry as sent. */
export function countSent({ shared }: Flow, bytes: number): void {
  Atomics.add(shared, KIB, toKib(bytes));
  Atomics.add(shared, ENTRIES, 1);
}

/** For the worker: waits for room for another entry. Resolves to false if no more are wanted. */
export async function awaitRoom({ shared }: Flow): Promise<boolean> {
  for (;;) {
    if (Atomics.load(shared, CANCELLED) === 1) return false;
    const entries = Atomics.load(shared, ENTRIES);
    if (entries === 0 || (entries < ENTRIES_MAX && Atomics.load(shared, KIB) < KIB_MAX)) return true;
    await Atomics.waitAsync(shared, ENTRIES, entries).value;
  }
}

/** For the main thread: counts an entry as finished. */
export function countDone({ shared }: Flow, bytes: number): void {
  Atomics.sub(shared, KIB, toKib(bytes));
  Atomics.sub(shared, ENTRIES, 1);
  Atomics.notify(shared, ENTRIES);
}

/** For the main thread: tells the worker to stop. */
export function cancel({ shared }: Flow): void {
  Atomics.store(shared, CANCELLED, 1);
  Atomics.add(shared, ENTRIES, 1);
  Atomics.notify(shared, ENTRIES);
}

function toKib(bytes: number): number {
  return Math.ceil(bytes / 1024);
}
