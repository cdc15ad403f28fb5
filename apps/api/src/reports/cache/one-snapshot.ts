import { setTimeout as sleep } from "node:timers/promises";
import type { InOneSnapshot } from "../../context.ts";
import type { AnswerStates } from "./answer-states.ts";

type States = Pick<AnswerStates, "ofRows" | "latestOfRows">;

/** An answer is computed so often, with these waits in between. After that it is sent as it is: 1.4 s are long enough for a caller. */
const WAITS_MS = [50, 150, 400, 800];

/**
 * An answer is of several statements in two databases. Retention, deletion and repairs remove rows in both, one after the other: an answer
 * that is computed meanwhile could have the sources of before and the totals of after. So it is computed again until nothing was
 * removed or changed while it was. A change of more than some seconds is not waited for: during it an answer may mix, and is not cached.
 */
export function createInOneSnapshot({ ofRows, latestOfRows }: States): InOneSnapshot {
  return async (organizationId, { compute, isSent = () => false }) => {
    let known = latestOfRows(organizationId);
    for (const waitMs of WAITS_MS) {
      const before = known ?? (await ofRows(organizationId));
      known = undefined;
      if (!before.isChanging) {
        const answer = await compute();
        if (isSent(answer)) return answer;
        const after = await ofRows(organizationId);
        if (!after.isChanging && after.rowChanges === before.rowChanges) return answer;
      }
      await sleep(waitMs);
    }
    return compute();
  };
}
