import {
  brokenSignatures,
  type GroupFacts,
  isReportedForward,
  isSignatureRefused,
  ownPasses,
  uncountedPasses,
} from "./group-facts.ts";
import type { Rule } from "./rule.ts";

/** What the receiver said of failing mail, or the organization of its source. */
export const reportedRules: readonly Rule[] = [
  {
    name: "passes_by_raw_results",
    class: "compliant",
    cause: "results_left_out",
    applies: (facts) => uncountedPasses(facts).length > 0,
  },
  {
    name: "arc_vouches_for_it",
    class: "forwarded",
    cause: "arc_passed",
    applies: ({ group }) => group.reasons.includes("arc"),
  },
  {
    name: "receiver_saw_a_forward_and_refused_the_signature",
    class: "forwarded",
    cause: "dkim_refused_by_policy",
    applies: (facts) => isReportedForward(facts) && isSignatureRefused(facts),
  },
  {
    name: "receiver_saw_a_forward_that_broke_the_signature",
    class: "forwarded",
    cause: "forwarded_dkim_broken",
    applies: (facts) => isReportedForward(facts) && brokenSignatures(facts).length > 0,
  },
  {
    name: "receiver_saw_a_forward_with_another_envelope",
    class: "forwarded",
    cause: "forwarded_envelope_rewritten",
    applies: (facts) => isReportedForward(facts) && facts.foreignSpf.length > 0 && !isSignedForTheVeryDomain(facts),
  },
  {
    name: "receiver_saw_a_forward_of_unsigned_mail",
    class: "forwarded",
    cause: "forwarded_unsigned",
    applies: (facts) => isReportedForward(facts) && !isSignedForTheVeryDomain(facts),
  },
  {
    name: "said_not_to_be_ours",
    class: "spoofed",
    cause: "override_not_ours",
    applies: ({ source }) => source.override?.ours === false,
  },
  {
    // The domain's own key signed, and what was signed is not lost: the key is too weak, or the reporter wrote the domain for the signer.
    name: "own_signature_does_not_count",
    class: "misconfigured",
    cause: "reporter_contradicts_itself",
    applies: (facts) => facts.source.messages > 1 && isSignedForTheVeryDomain(facts),
  },
  {
    name: "own_signature_does_not_count_once",
    class: "unknown",
    cause: "reporter_contradicts_itself",
    applies: isSignedForTheVeryDomain,
  },
  {
    name: "passes_for_the_organization_only",
    class: "misconfigured",
    cause: "subdomain_not_aligned_strict",
    applies: (facts) => ownPasses(facts).some(({ domain }) => domain !== facts.from),
  },
];

function isSignedForTheVeryDomain(facts: GroupFacts): boolean {
  const passes = facts.dkim.own.some(({ domain, result }) => result === "pass" && domain === facts.from);
  return passes && brokenSignatures(facts).length === 0;
}
