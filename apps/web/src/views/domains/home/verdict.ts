import { countOf } from "../../../format/numbers.ts";
import type { Readiness } from "../readiness/words.ts";

type Judged = Pick<Readiness, "ready" | "reasons" | "dmarc_policy" | "obstacles">;

/** What the policy may become, and what has to change before, in one sentence. */
export function describeReadiness({ ready, reasons, dmarc_policy: policy, obstacles }: Judged): string {
  const isThere = policy === "reject";
  if (ready) return isThere ? "The policy is reject, and no report argues against it." : "It is ready for reject.";
  const senders = countBrokenSenders(obstacles);
  if (senders > 0) {
    const who = countOf(senders, "sender needs", "senders need");
    return isThere ? `The policy is reject, but ${who} a change.` : `${who} a change before reject.`;
  }
  const why = reasons[0]?.explanation ?? "";
  return `${isThere ? "The policy is reject, but it is not safe for all of your mail." : "It is not ready for reject yet."} ${why}`.trim();
}

/** Senders of one's own mail that are set up wrongly: each once, however many of its causes; addresses without a name one by one. */
export function countBrokenSenders(obstacles: Judged["obstacles"]): number {
  const broken = obstacles.filter(({ class: name }) => name === "misconfigured");
  return new Set(broken.map(({ sender, source_ips: [address] }) => sender ?? address)).size;
}
