import { createVerifyLane } from "./verify-lane.ts";
import type { VerifiedMail } from "./verify-signatures.ts";
import type { VerifyJob } from "./worker-messages.ts";

/** A mail of 20 MiB takes 0.3 s. */
const QUICK_CPU_MS_MAX = 500;
/** A mail of 20 MiB in lines of two characters takes 12 s. */
const SLOW_CPU_MS_MAX = 20_000;

/** Verifies mails that would hold up the main thread. */
export interface CostlyMails {
  /**
   * @param sender mails of one sender wait for each other
   * @returns `null` for a mail that takes more than 20 s of CPU time, or too much memory
   */
  verify(sender: string, job: VerifyJob): Promise<VerifiedMail | null>;
  stop(): Promise<void>;
}

/** Two lanes: a mail that takes over 0.5 s begins anew in the second, so that it holds up only those that do so, too. */
export function createCostlyMails(): CostlyMails {
  const quick = createVerifyLane({ cpuMsMax: QUICK_CPU_MS_MAX });
  const slow = createVerifyLane({ cpuMsMax: SLOW_CPU_MS_MAX });
  return {
    async verify(sender, job) {
      return (await quick.verify(sender, job)) ?? slow.verify(sender, job);
    },
    async stop() {
      await quick.stop();
      await slow.stop();
    },
  };
}
