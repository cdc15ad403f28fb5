import type { DomainReadiness } from "./read-readiness.ts";

/** Fewer messages that may be legitimate say little about a domain's senders. */
const MESSAGES_MIN = 100;
/** Largest share of legitimate mail whose loss is no reason against a policy: what forwarders break cannot all be mended. */
const LOST_SHARE_MAX = 0.01;
/** Largest share that could be lost if all unknown mail were legitimate. */
const LOST_UNKNOWN_SHARE_MAX = 0.05;

/** Why a domain is not ready; stable codes. */
export const readinessReasons = ["no_mail", "little_mail", "own_mail_fails", "unknown_mail_fails"] as const;

export interface ReadinessReason {
  readonly code: (typeof readinessReasons)[number];
  readonly explanation: string;
}

/** What speaks against `p=reject` for a domain; empty: nothing. */
export function listReasons({ scenarios, classes }: Pick<DomainReadiness, "scenarios" | "classes">): ReadinessReason[] {
  const { messages, of, share } = scenarios.reject;
  if (share === null) {
    return [{ code: "no_mail", explanation: "Reports of the period show no mail that may be yours." }];
  }
  const reasons: ReadinessReason[] = [];
  if (of.high < MESSAGES_MIN)
    reasons.push({
      code: "little_mail",
      explanation: `Reports of the period show only ${say(of.high)} that may be yours; wait until they show at least ${MESSAGES_MIN}.`,
    });
  if (messages.low > LOST_SHARE_MAX * of.low) {
    const { misconfigured, forwarded } = classes;
    const parts = `${say(misconfigured.lost.reject)} from misconfigured senders, ${say(forwarded.lost.reject)} forwarded`;
    reasons.push({
      code: "own_mail_fails",
      explanation: `${toPercent(messages.low / of.low)} of the mail that is surely yours would be lost (${parts}); at most ${toPercent(LOST_SHARE_MAX)} should be.`,
    });
  }
  if (share.high > LOST_UNKNOWN_SHARE_MAX && messages.high > messages.low)
    reasons.push({
      code: "unknown_mail_fails",
      explanation: `${say(messages.high - messages.low)} that would be lost ${isOne(messages.high - messages.low) ? "comes" : "come"} from unknown sources; find out which of these are yours.`,
    });
  return reasons;
}

function isOne(count: number): boolean {
  return count === 1;
}

function say(messages: number): string {
  return `${messages.toLocaleString("en-US")} ${isOne(messages) ? "message" : "messages"}`;
}

function toPercent(share: number): string {
  return `${(100 * share).toLocaleString("en-US", { maximumFractionDigits: 1 })} %`;
}
