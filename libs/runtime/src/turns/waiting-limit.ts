import type { Asker } from "./asker.ts";

/** One organization has too much waiting. Others are not concerned: it alone is told to come back. */
export class TooManyQuestionsError extends Error {
  override readonly name = "TooManyQuestionsError";
  readonly retryAfterS: number;

  constructor(retryAfterS: number) {
    super("The organization has too many questions waiting.");
    this.retryAfterS = retryAfterS;
  }
}

/** Questions of one organization that may wait. */
const WAITING_MAX = 500;
/** Longer than that no client waits. */
const WAITING_MS_MAX = 30_000;
/** Whatever they take: a page of the web app asks several questions at once. */
const WAITING_MIN = 20;
const RETRY_AFTER_S_MAX = 60;

/**
 * Bounds what one organization has waiting, in number and in time. Only new requests are refused: one whose first question was
 * taken is answered to its end.
 *
 * @param toMeanMs how long a question of the organization takes on average
 */
export function createWaitingLimit(toMeanMs: (organization: string) => number) {
  const waiting = new Map<string, number>();
  const begun = new WeakSet<Asker>();

  function count(organization: string, change: 1 | -1): void {
    const left = (waiting.get(organization) ?? 0) + change;
    if (left === 0) waiting.delete(organization);
    else waiting.set(organization, left);
  }

  function admit(asker: Asker): void {
    if (begun.has(asker)) return;
    const own = waiting.get(asker.organization) ?? 0;
    const waitMs = own * toMeanMs(asker.organization);
    if (own >= WAITING_MAX || (own >= WAITING_MIN && waitMs > WAITING_MS_MAX))
      throw new TooManyQuestionsError(Math.min(RETRY_AFTER_S_MAX, Math.ceil(waitMs / 2_000) + 1));
    begun.add(asker);
  }

  return {
    /**
     * Counts a question until it has been answered, with the time that it waited.
     * @throws TooManyQuestionsError
     */
    async during<Result>(asker: Asker | null, work: () => Promise<Result>): Promise<Result> {
      if (asker === null) return work();
      admit(asker);
      count(asker.organization, 1);
      try {
        return await work();
      } finally {
        count(asker.organization, -1);
      }
    },
  };
}
