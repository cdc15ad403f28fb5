import {
  comesFromForwarder,
  type GroupFacts,
  isDomainAuthenticated,
  isFailure,
  isOwnSource,
  isSendingService,
  isTemporary,
} from "./group-facts.ts";
import type { Identity } from "./identities.ts";
import { toOrganization } from "./names.ts";
import type { Rule } from "./rule.ts";

/** Failing mail for which nothing passes. */
export const unauthenticatedRules: readonly Rule[] = [
  {
    name: "own_spf_record_is_broken",
    class: "misconfigured",
    cause: "spf_permerror",
    applies: (facts) => isSpfBroken(facts) && isOurs(facts),
  },
  {
    name: "spf_lacks_the_source",
    class: "misconfigured",
    cause: "spf_missing_include",
    applies: (facts) => facts.spf.own.some(isFailure) && isOurs(facts),
  },
  { name: "own_source_unsigned", class: "misconfigured", cause: "unsigned_and_spf_unaligned", applies: isOurs },
  {
    name: "unsigned_mail_from_a_forwarder",
    class: "forwarded",
    cause: "forwarded_unsigned",
    applies: (facts) => comesFromForwarder(facts) || facts.source.hasSurvivors,
  },
  {
    // Who forges a domain seldom makes up a host of it.
    name: "own_host_in_the_envelope",
    class: "misconfigured",
    cause: "unsigned_and_spf_unaligned",
    applies: isHostOfTheDomain,
  },
  {
    name: "spf_record_is_broken",
    class: "unknown",
    cause: "spf_permerror",
    applies: isSpfBroken,
  },
  {
    // A broken signature of another may be of a mail that was forwarded, but not one of the envelope that is refused.
    name: "nothing_vouches_for_it",
    class: "spoofed",
    cause: "spoofed_no_identity",
    applies: (facts) =>
      isRefusedBySpf(facts) && facts.dkim.foreign.every((signature) => isOfRefusedEnvelope(signature, facts)),
  },
];

/** A source that the organization uses or named, or a service that people use by signing up for it. */
function isOurs(facts: GroupFacts): boolean {
  return isOwnSource(facts) || isSendingService(facts);
}

/**
 * The SPF record of the envelope sender refuses the source; another's that says nothing counts where the domain's own mail passes,
 * and not for a single message.
 */
function isRefusedBySpf(facts: GroupFacts): boolean {
  const { own, foreign } = facts.spf;
  if (own.length > 0) return own.some(isFailure);
  return foreign.some(isFailure) || (foreign.length > 0 && facts.source.messages > 1 && isDomainAuthenticated(facts));
}

/** The signer is no service that people send with, and SPF refuses the source for it as well. */
function isOfRefusedEnvelope(signature: Identity, { spf }: GroupFacts): boolean {
  if (signature.service !== null || isTemporary(signature)) return false;
  const organization = toOrganization(signature.domain);
  return spf.foreign.some((one) => isFailure(one) && toOrganization(one.domain) === organization);
}

/** An envelope sender below the domain that has no SPF record, or one that says nothing, and no signature. */
function isHostOfTheDomain({ dkim, spf, from }: GroupFacts): boolean {
  if (dkim.own.length + dkim.foreign.length > 0 || spf.own.some(isFailure)) return false;
  const organization = toOrganization(from);
  return spf.own.some(({ domain, result }) => domain !== organization && domain !== from && NO_ANSWERS.has(result));
}

const NO_ANSWERS: ReadonlySet<string> = new Set(["none", "neutral"]);

function isSpfBroken({ spf }: GroupFacts): boolean {
  return spf.own.length > 0 && spf.own.every(({ result }) => result === "permerror");
}
