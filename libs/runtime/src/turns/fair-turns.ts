import type { Asker } from "./asker.ts";
import { createShares, type Party, type SharesOptions } from "./shares.ts";
import { createWaitingLimit } from "./waiting-limit.ts";

export interface FairTurnsOptions extends SharesOptions {
  /** False: work that has begun may always go on. */
  readonly isLimited: boolean;
}

/** The service itself takes turns as an organization does. */
const SERVICE: Party = { organization: "", caller: "" };

export function toParty(asker: Asker | null): Party {
  return asker ?? SERVICE;
}

interface Waiting {
  readonly party: Party;
  readonly begin: () => void;
}

export type FairTurns = ReturnType<typeof createFairTurns>;

/** Work that waits for one of a few places, and begins in the order of {@link createShares}. */
export function createFairTurns({ isLimited, ...options }: FairTurnsOptions) {
  const shares = createShares(options);
  const limit = createWaitingLimit(shares.toMeanMs);
  // In the order of arrival.
  const waiting = new Set<Waiting>();

  function advance(): void {
    for (let next = findNext(); next !== undefined; next = findNext()) {
      waiting.delete(next);
      next.begin();
    }
  }

  function findNext(): Waiting | undefined {
    let best: Waiting | undefined;
    for (const one of waiting) {
      if (best !== undefined && shares.compare(one.party, best.party) >= 0) continue;
      if (shares.mayBegin(one.party)) best = one;
    }
    return best;
  }

  /** Resolves once the work may begin, with what gives its place back. */
  function take(party: Party): Promise<() => void> {
    return new Promise((resolve) => {
      waiting.add({ party, begin: () => resolve(shares.begin([party])) });
      advance();
    });
  }

  return {
    /**
     * Waits for the asker's turn and works.
     * @throws TooManyQuestionsError
     */
    use<Result>(asker: Asker | null, work: () => Promise<Result>): Promise<Result> {
      return limit.during(isLimited ? asker : null, async () => {
        const leave = await take(toParty(asker));
        try {
          return await work();
        } finally {
          leave();
          advance();
        }
      });
    },
  };
}
