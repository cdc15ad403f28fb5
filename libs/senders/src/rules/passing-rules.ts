import {
  brokenSignatures,
  comesFromForwarder,
  foreignEnvelopes,
  type GroupFacts,
  isFailure,
  isForeignEnvelopeCounted,
  isOwnSource,
  isReportedForward,
  isSignatureRefused,
  isSignedByAnotherTenant,
} from "./group-facts.ts";
import type { Rule } from "./rule.ts";

/** Mail that passes DMARC. */
export const passingRules: readonly Rule[] = [
  {
    name: "passes_by_both",
    class: "compliant",
    cause: "passes",
    applies: (facts) => isPassedBySpf(facts) && facts.group.dkimAligned,
  },
  {
    name: "passes_by_spf",
    class: "compliant",
    cause: "passes_by_spf_only",
    applies: isPassedBySpf,
  },
  {
    name: "signed_where_it_is_sent",
    class: "compliant",
    cause: "passes",
    applies: (facts) => facts.group.dmarcPass && isSentHere(facts),
  },
  {
    // Nothing of SPF is the domain's, or its record does not list the server: the signature alone came through.
    name: "signature_survived",
    class: "forwarded",
    cause: "forwarded_dkim_survives",
    applies: (facts) => facts.group.dmarcPass && facts.group.dkimAligned && isPassedOn(facts),
  },
  {
    // What passes is the forwarder's envelope, which is no proof of the domain.
    name: "another_envelope_counts",
    class: "forwarded",
    cause: "forwarded_dkim_broken",
    applies: (facts) =>
      facts.group.dmarcPass &&
      isForeignEnvelopeCounted(facts) &&
      brokenSignatures(facts).length > 0 &&
      !isSignatureRefused(facts),
  },
  { name: "passes_anyhow", class: "compliant", cause: "passes", applies: ({ group }) => group.dmarcPass },
];

function isPassedBySpf(facts: GroupFacts): boolean {
  return facts.group.dmarcPass && facts.group.spfAligned && !isForeignEnvelopeCounted(facts);
}

/** The signature was made here: the organization's server or service, or a service that does not forward. */
function isSentHere(facts: GroupFacts): boolean {
  const { found, forwards, isOwnServer, override } = facts.source;
  if (override?.ours === true) return true;
  if (forwards && foreignEnvelopes(facts).length > 0) return false;
  if (isOwnServer) return true;
  if (found === null || found.by === "dkim") return false;
  return isOwnSource(facts) || !found.service.forwards;
}

function isPassedOn(facts: GroupFacts): boolean {
  if (comesFromForwarder(facts) || isSignedByAnotherTenant(facts) || isReportedForward(facts)) return true;
  return foreignEnvelopes(facts).length > 0 || facts.spf.own.some(isFailure);
}
