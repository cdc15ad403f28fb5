import {
  comesFromForwarder,
  type GroupFacts,
  isDomainAuthenticated,
  isOwnSource,
  isSendingService,
  isSpfFailure,
} from "./group-facts.ts";
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
    applies: (facts) => facts.spf.own.some(isSpfFailure) && isOurs(facts),
  },
  { name: "own_source_unsigned", class: "misconfigured", cause: "unsigned_and_spf_unaligned", applies: isOurs },
  {
    name: "unsigned_mail_from_a_forwarder",
    class: "forwarded",
    cause: "forwarded_unsigned",
    applies: (facts) => comesFromForwarder(facts) || facts.source.hasSurvivors,
  },
  {
    name: "spf_record_is_broken_for_everybody",
    class: "unknown",
    cause: "spf_permerror",
    applies: isSpfBroken,
  },
  {
    // No signature at all: a broken one of somebody else may be of a mail that was forwarded.
    name: "nobody_vouches_for_it",
    class: "spoofed",
    cause: "spoofed_no_identity",
    applies: (facts) => facts.dkim.foreign.length === 0 && isRefusedBySpf(facts),
  },
];

/** A source that the organization uses or named, or a service that people use by signing up for it. */
function isOurs(facts: GroupFacts): boolean {
  return isOwnSource(facts) || isSendingService(facts);
}

/** The SPF record of the envelope sender refuses the source; another's that says nothing counts where the domain's own mail passes. */
function isRefusedBySpf(facts: GroupFacts): boolean {
  const { own, foreign } = facts.spf;
  if (own.length > 0) return own.some(isSpfFailure);
  return foreign.some(isSpfFailure) || (foreign.length > 0 && isDomainAuthenticated(facts));
}

function isSpfBroken({ spf }: GroupFacts): boolean {
  return spf.own.length > 0 && spf.own.every(({ result }) => result === "permerror");
}
