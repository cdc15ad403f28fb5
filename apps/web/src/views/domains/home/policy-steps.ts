import type { DnsChange } from "../../../chart/policy-changes.ts";
import { POLICIES } from "../words.ts";

export type Policy = (typeof POLICIES)[number];

interface Step {
  readonly policy: Policy;
  readonly state: "past" | "current" | "next" | "later";
}

/** The way to a full policy, and where a domain stands on it; without a known policy it has not begun. */
export function toSteps(current: string | null): Step[] {
  const names: readonly (string | null)[] = POLICIES;
  const at = names.indexOf(current);
  return POLICIES.map((policy, index) => ({ policy, state: toState(index - at) }));
}

function toState(distance: number): Step["state"] {
  if (distance === 0) return "current";
  if (distance < 0) return "past";
  return distance === 1 ? "next" : "later";
}

interface Since {
  /** The moment of the check that saw it first. */
  readonly at: string;
  /** True if it was published before the service first looked. */
  readonly isAtLeast: boolean;
}

/**
 * Since when a policy has been published.
 *
 * @param history newest first
 * @returns `null` if the newest record has another policy, as where it is inherited
 */
export function findSince(history: readonly DnsChange[], policy: string | null): Since | null {
  const records = history.filter(({ record }) => record === "dmarc");
  const other = records.findIndex(({ new: text }) => readPolicy(text) !== policy);
  const first = records.at(other < 0 ? records.length - 1 : other - 1);
  if (policy === null || other === 0 || first === undefined) return null;
  return { at: first.checked_at, isAtLeast: first.old === null };
}

/** `p` of a DMARC record (RFC 7489, section 6.3). */
export function readPolicy(record: string | null): string | null {
  const [, policy = null] = /(?:^|;)\s*p\s*=\s*(\w+)/i.exec(record ?? "") ?? [];
  return policy?.toLowerCase() ?? null;
}
