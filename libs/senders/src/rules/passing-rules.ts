import { type GroupFacts, isOwnSource, isReportedForward, isSpfFailure } from "./group-facts.ts";
import type { Rule } from "./rule.ts";

/** Mail that passes DMARC. */
export const passingRules: readonly Rule[] = [
  {
    name: "passes_by_both",
    class: "compliant",
    cause: "passes",
    applies: ({ group }) => group.dmarcPass && group.dkimAligned && group.spfAligned,
  },
  {
    name: "passes_by_spf",
    class: "compliant",
    cause: "passes_by_spf_only",
    applies: ({ group }) => group.dmarcPass && group.spfAligned,
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
  { name: "passes_anyhow", class: "compliant", cause: "passes", applies: ({ group }) => group.dmarcPass },
];

/** The signature was made here: the organization's server or service, or a service that does not forward. */
function isSentHere(facts: GroupFacts): boolean {
  const { found } = facts.source;
  if (facts.source.override?.ours === true || facts.source.isOwnServer) return true;
  if (found === null || found.by === "dkim") return false;
  return isOwnSource(facts) || !found.service.forwards;
}

function isPassedOn(facts: GroupFacts): boolean {
  const { source, spf, foreignSpf } = facts;
  return source.forwards || foreignSpf.length > 0 || spf.own.some(isSpfFailure) || isReportedForward(facts);
}
