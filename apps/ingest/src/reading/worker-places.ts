import { createTurns, type Party } from "../turns.ts";

export interface WorkerPlacesOptions {
  /** Jobs of one sender at a time. */
  readonly workers: number;
  /** Further jobs at a time, of others. */
  readonly spareWorkers: number;
}

/**
 * Who may run a job in a worker now. A job that runs cannot be interrupted for another, so a thread is kept free: one sender
 * has as many as before, and no organization, and neither mail nor uploads, ever has the last one. Mail whose sender proves nothing
 * has no more threads than one sender.
 */
export interface WorkerPlaces {
  /** Waits for the party's turn. The returned function gives the place back. */
  take(party: Party | null): Promise<() => void>;
}

export function createWorkerPlaces({ workers, spareWorkers }: WorkerPlacesOptions): WorkerPlaces {
  const total = workers + spareWorkers;
  const running = new Map<string, number>();
  let taken = 0;

  /** The names that a job counts for, with how many of them may run. */
  function toParts(party: Party | null): ReadonlyMap<string, number> {
    if (party === null) return new Map();
    const { organization, kind, id } = party;
    const others = Math.max(workers, total - 1);
    return new Map([
      [`organization ${organization}`, others],
      [`kind ${kind}`, kind === "unproven" ? workers : others],
      [`sender ${organization} ${kind} ${id}`, workers],
    ]);
  }

  function count(party: Party | null, jobs: 1 | -1): void {
    taken += jobs;
    for (const name of toParts(party).keys()) {
      const left = (running.get(name) ?? 0) + jobs;
      if (left === 0) running.delete(name);
      else running.set(name, left);
    }
  }

  const turns = createTurns<null>((_need, party) => {
    if (taken >= total) return "full";
    for (const [name, most] of toParts(party)) if ((running.get(name) ?? 0) >= most) return "later";
    count(party, 1);
    return "begun";
  });

  return {
    async take(party) {
      await turns.take(null, party);
      return () => {
        count(party, -1);
        turns.advance();
      };
    },
  };
}
