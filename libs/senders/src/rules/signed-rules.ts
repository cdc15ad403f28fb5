import {
  brokenSignatures,
  comesFromForwarder,
  type GroupFacts,
  isEnvelopeRewritten,
  isKeyFault,
  isOwnSource,
  isRefused,
  isSendingService,
  isSignatureRefused,
  isTemporary,
  onlyForwards,
  ownPasses,
} from "./group-facts.ts";
import type { Identity } from "./identities.ts";
import { toOrganization } from "./names.ts";
import type { Rule } from "./rule.ts";

/** Failing mail with a signature of the domain, or with look-ups that failed. */
export const signedRules: readonly Rule[] = [
  {
    name: "temporary_errors_at_an_own_source",
    class: "compliant",
    cause: "temporary_errors",
    applies: (facts) => isOwnSource(facts) && hasOnlyTemporaryErrors(facts),
  },
  {
    // A customer of the service sent it, as likely the organization as any other.
    name: "temporary_errors_at_a_service",
    class: "unknown",
    cause: "temporary_errors",
    applies: (facts) => isSendingService(facts) && hasOnlyTemporaryErrors(facts),
  },
  {
    name: "only_temporary_errors",
    class: "unknown",
    cause: "temporary_errors",
    applies: hasOnlyTemporaryErrors,
  },
  {
    name: "signature_is_refused_at_its_origin",
    class: "misconfigured",
    cause: "dkim_refused_by_policy",
    applies: (facts) => isSignatureRefused(facts) && (isSentByUs(facts) || isBrokenAtOnce(facts)),
  },
  {
    name: "signature_is_refused_on_the_way",
    class: "forwarded",
    cause: "dkim_refused_by_policy",
    applies: (facts) => isSignatureRefused(facts) && isPassedOn(facts),
  },
  {
    name: "signature_is_refused",
    class: "unknown",
    cause: "dkim_refused_by_policy",
    applies: isSignatureRefused,
  },
  {
    name: "key_is_missing",
    class: "misconfigured",
    cause: "dkim_key_missing",
    applies: (facts) => isSentByUs(facts) && isSigned(facts) && checkedSignatures(facts).every(isKeyFault),
  },
  {
    name: "signature_breaks_at_its_origin",
    class: "misconfigured",
    cause: "dkim_signature_broken",
    applies: (facts) => isSentByUs(facts) && isSigned(facts),
  },
  {
    name: "signature_broke_at_once",
    class: "misconfigured",
    cause: "dkim_signature_broken",
    applies: isBrokenAtOnce,
  },
  {
    name: "signature_broke_on_the_way",
    class: "forwarded",
    cause: "forwarded_dkim_broken",
    applies: (facts) => isSigned(facts) && isPassedOn(facts),
  },
  {
    name: "signature_never_passes",
    class: "unknown",
    cause: "dkim_never_passes",
    applies: isSigned,
  },
];

function isSigned(facts: GroupFacts): boolean {
  return brokenSignatures(facts).length > 0;
}

/** Those that did not pass for another reason than the receiver's own rules. */
function checkedSignatures(facts: GroupFacts): Identity[] {
  return brokenSignatures(facts).filter((signature) => !isRefused(signature));
}

/** A mailing list may begin to change mail on a day, too. */
function isBrokenAtOnce(facts: GroupFacts): boolean {
  return facts.source.brokeAtOnce && isSigned(facts) && !onlyForwards(facts);
}

/** The same signer passes elsewhere, or the mail carries the identity of the server that passed it on. */
function isPassedOn(facts: GroupFacts): boolean {
  return comesFromForwarder(facts) || isSignerKnown(facts) || hasCarrier(facts);
}

/** Of a source that forwards, only mail with its own envelope counts as the organization's. */
function isSentByUs(facts: GroupFacts): boolean {
  if (isSendingService(facts)) return true;
  if (isOwnSource(facts)) return !isEnvelopeRewritten(facts);
  return !isSignerKnown(facts) && !comesFromForwarder(facts) && (hasOwnEnvelope(facts) || isSignedTwice(facts));
}

/** SPF passes for the domain, though it does not count: its record lists the server. */
function hasOwnEnvelope({ spf }: GroupFacts): boolean {
  return spf.own.some(({ result }) => result === "pass");
}

/** Another authenticates as sender by DKIM and SPF, too: both signatures are made where the mail is sent, if the domain's passes nowhere. */
function isSignedTwice(facts: GroupFacts): boolean {
  const envelopes = new Set(facts.foreignSpf.map(({ domain }) => toOrganization(domain)));
  return facts.foreignDkim.some(({ domain }) => envelopes.has(toOrganization(domain)));
}

function isSignerKnown(facts: GroupFacts): boolean {
  return brokenSignatures(facts).some(({ domain }) => facts.context.passingDomains.has(domain));
}

function hasCarrier(facts: GroupFacts): boolean {
  return facts.foreignDkim.length + facts.foreignSpf.length + ownPasses(facts).length > 0;
}

/** Own signatures decide; without any, the envelope sender does. An identity of others that passes says more than an error. */
function hasOnlyTemporaryErrors({ dkim, spf, foreignDkim, foreignSpf }: GroupFacts): boolean {
  if (dkim.own.length > 0) return dkim.own.every(isTemporary);
  if (foreignDkim.length + foreignSpf.length > 0) return false;
  const results = [...dkim.foreign, ...spf.own, ...spf.foreign];
  return results.some(isTemporary) && results.every((result) => isTemporary(result) || result.result === "none");
}
