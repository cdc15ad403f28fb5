import { toReportKey } from "@ruaflow/report/identity";
import type { ByteBudget, Share } from "../byte-budget.ts";
import type { HeldEntry, ReadEntry } from "../reading/read-entries.ts";
import type { Party } from "../turns.ts";

/** More would save no further round trips: each write of the stores takes at most as many. */
const ENTRIES_MAX = 512;

export interface TogetherOptions<Result> {
  /** Shared by all submissions. */
  readonly budget: ByteBudget;
  readonly party: Party | null;
  /** @param passInTurn waits until each earlier entry has called it or is done, then lets the next one pass */
  readonly process: (entry: ReadEntry, passInTurn: () => Promise<void>) => Promise<Result>;
}

/**
 * Processes the entries of a submission together, as if each were one of its own. One is always in flight; each further one
 * needs a share of the budget, for which no submission waits, so none holds up another. A failure ends the reading.
 *
 * @returns the results in the order of the entries
 * @throws the first failure, when no entry is in flight any more
 */
export async function processTogether<Result>(
  entries: AsyncIterable<HeldEntry>,
  { budget, party, process }: TogetherOptions<Result>,
): Promise<Result[]> {
  const results: Promise<Result>[] = [];
  const flight = createFlight();
  const createPass = createPasses();
  try {
    for await (const { entry, bytes, finish } of entries) {
      const share = await takeShare(flight, () => budget.tryEnter(bytes, party));
      const { passInTurn, pass } = createPass();
      const result = process(entry, passInTurn).finally(() => {
        pass();
        share?.leave();
        finish();
      });
      results.push(result);
      flight.add(result);
      if (flight.hasFailed()) break;
    }
  } finally {
    await flight.end();
  }
  return Promise.all(results);
}

type Flight = ReturnType<typeof createFlight>;

/** What is under way. */
function createFlight() {
  const running = new Set<Promise<void>>();
  let hasFailed = false;
  let wake = () => {};
  return {
    add(work: Promise<unknown>): void {
      const noteFailure = () => {
        hasFailed = true;
      };
      const done = work
        .then(() => undefined, noteFailure)
        .then(() => {
          running.delete(done);
          wake();
        });
      running.add(done);
    },
    count: () => running.size,
    hasFailed: () => hasFailed,
    /** Waits until one of them is done. */
    next: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
    async end(): Promise<void> {
      await Promise.all(running);
    },
  };
}

/** `null`: nothing else is in flight, and no share is needed. */
async function takeShare(flight: Flight, tryEnter: () => Share | null): Promise<Share | null> {
  while (flight.count() > 0) {
    const share = flight.count() < ENTRIES_MAX ? tryEnter() : null;
    if (share !== null) return share;
    await flight.next();
  }
  return null;
}

/** A point that entries pass in their order. */
function createPasses() {
  let before = Promise.resolve();
  return () => {
    const own = before;
    const { promise, resolve: pass } = Promise.withResolvers<void>();
    before = own.then(() => promise);
    const passInTurn = async () => {
      await own;
      pass();
    };
    return { passInTurn, pass };
  };
}

/** Reports of one identity are processed one after the other, in their order: the first one counts. */
export function createIdentityTurns() {
  const last = new Map<string, Promise<unknown>>();
  return <Result>({ found }: ReadEntry, process: () => Promise<Result>): Promise<Result> => {
    if (found.kind !== "report") return process();
    const key = toReportKey("", found.document.header);
    const before = last.get(key);
    const result = before === undefined ? process() : before.then(process, process);
    last.set(key, result);
    const forget = () => void (last.get(key) === result && last.delete(key));
    result.then(forget, forget);
    return result;
  };
}
