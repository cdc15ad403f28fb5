import { isPass } from "../rules/identities.ts";
import { toName } from "../rules/names.ts";
import type { AuthResult, MailGroup } from "../rules/source-mail.ts";

/**
 * What a domain could publish. `quarantine`, `reject`: that policy for all mail, with alignment as it is; both concern the same
 * messages, of which one puts into the junk folder what the other refuses. `strict_dkim`, `strict_spf`, `strict`: the same
 * with `adkim=s`, `aspf=s` or both. `subdomain_policy`: `sp=reject` alone, for mail with a subdomain in the From header.
 */
export const scenarios = ["quarantine", "reject", "strict_dkim", "strict_spf", "strict", "subdomain_policy"] as const;

export type Scenario = (typeof scenarios)[number];

/** A value for each scenario. */
export function mapScenarios<T>(toValue: (scenario: Scenario) => T): Record<Scenario, T> {
  return Object.fromEntries(scenarios.map((scenario) => [scenario, toValue(scenario)])) as Record<Scenario, T>;
}

/** What becomes of messages that look the same. */
export interface Outcome {
  /** The scenario concerns them. */
  readonly inScope: boolean;
  /** They would fail DMARC. */
  readonly lost: boolean;
}

/** @param domain the policy domain, as a lower-case A-label */
export function findOutcomes(group: MailGroup, domain: string): Record<Scenario, Outcome> {
  const from = toName(group.headerFrom) ?? domain;
  const dkimExact = group.dkimAligned && hasExactPass(group.dkim, from);
  const spfExact = group.spfAligned && hasExactPass(group.spf, from);
  const now = { inScope: true, lost: !group.dmarcPass };
  const toStrict = (passes: boolean) => ({ inScope: true, lost: !(group.dmarcPass && passes) });
  return {
    quarantine: now,
    reject: now,
    strict_dkim: toStrict(dkimExact || group.spfAligned),
    strict_spf: toStrict(group.dkimAligned || spfExact),
    strict: toStrict(dkimExact || spfExact),
    subdomain_policy: { inScope: from.endsWith(`.${domain}`), lost: from.endsWith(`.${domain}`) && !group.dmarcPass },
  };
}

/** Strict alignment asks for the very domain of the From header (RFC 9989; RFC 7489, section 3.1). */
function hasExactPass(results: readonly AuthResult[], from: string): boolean {
  return results.some((result) => isPass(result) && toName(result.domain) === from);
}
