import type { EntryOutcome } from "@ruaflow/ingest";

/** Entries by outcome, of files that are still being read or written too. */
export interface LiveCounts {
  readonly counts: Readonly<Record<EntryOutcome, number>>;
  readonly total: () => number;
  /** Counts the entries of one file. */
  open(): FileCounts;
}

interface FileCounts {
  add(outcome: EntryOutcome): void;
  /** Replaces what was counted: by nothing for another attempt, by the final outcomes at the end. */
  replace(outcomes: readonly EntryOutcome[]): void;
}

export function createLiveCounts(): LiveCounts {
  const counts = { accepted: 0, duplicate: 0, held: 0, conflict: 0, refused: 0, "not-aggregate": 0 };
  return {
    counts,
    total: () => Object.values(counts).reduce((sum, count) => sum + count, 0),
    open() {
      let own: EntryOutcome[] = [];
      const add = (outcome: EntryOutcome) => {
        own.push(outcome);
        counts[outcome] += 1;
      };
      return {
        add,
        replace(outcomes) {
          for (const outcome of own) counts[outcome] -= 1;
          own = [];
          outcomes.forEach(add);
        },
      };
    },
  };
}
