import { isTenantLike } from "./default-signatures.ts";
import { googleDefaults, microsoftDefaults, serviceEnvelopes, serviceSignatures } from "./foreign-identities.ts";
import {
  comesFromForwarder,
  type GroupFacts,
  isDomainAuthenticated,
  isEnvelopeRewritten,
  isOwnSource,
  ownPasses,
} from "./group-facts.ts";
import { toOrganization } from "./names.ts";
import type { Rule } from "./rule.ts";

/** Failing mail without a signature of the domain that authenticates as another domain. */
export const foreignRules: readonly Rule[] = [
  {
    name: "signed_with_the_default_of_google",
    class: "misconfigured",
    cause: "default_google_signature",
    applies: (facts) => googleDefaults(facts).length > 0,
  },
  {
    name: "signed_with_the_default_of_microsoft",
    class: "misconfigured",
    cause: "onmicrosoft_only",
    applies: (facts) => microsoftDefaults(facts).some(({ domain }) => isOwnTenant(domain, facts)),
  },
  {
    name: "signed_by_a_service",
    class: "misconfigured",
    cause: "dkim_signed_by_service",
    applies: (facts) => serviceSignatures(facts).length > 0,
  },
  {
    name: "sent_from_the_envelope_of_a_service",
    class: "misconfigured",
    cause: "spf_of_service_unaligned",
    applies: (facts) => serviceEnvelopes(facts).length > 0,
  },
  {
    name: "passes_for_the_very_domain",
    class: "unknown",
    cause: "reporter_contradicts_itself",
    applies: (facts) => ownPasses(facts).length > 0,
  },
  {
    name: "envelope_of_a_forwarder",
    class: "forwarded",
    cause: "forwarded_envelope_rewritten",
    applies: (facts) => hasForeignPass(facts) && (isEnvelopeRewritten(facts) || isForwardersOwn(facts)),
  },
  {
    name: "said_to_be_ours",
    class: "misconfigured",
    cause: "override_ours",
    applies: ({ source }) => source.override?.ours === true,
  },
  {
    name: "own_source_with_a_foreign_identity",
    class: "misconfigured",
    cause: "unsigned_and_spf_unaligned",
    applies: (facts) => hasForeignPass(facts) && isOwnSource(facts),
  },
  {
    // A sender that names its server as it signs, or authenticates twice, hides nothing: a supplier, a forwarder or a stranger.
    name: "foreign_sender_with_a_name",
    class: "unknown",
    cause: "foreign_sender",
    applies: (facts) => hasForeignPass(facts) && (isOpenAboutItself(facts) || !isDomainAuthenticated(facts)),
  },
  {
    name: "foreign_identity_from_a_server_without_its_name",
    class: "spoofed",
    cause: "spoofed_foreign_identity",
    applies: hasForeignPass,
  },
];

function hasForeignPass({ foreignDkim, foreignSpf }: GroupFacts): boolean {
  return foreignDkim.length + foreignSpf.length > 0;
}

/**
 * A tenant of Microsoft 365 that forwards signs with its name, too, and puts its own domain into the envelope. So a
 * tenant is the organization's by its name, by the organization's envelope sender, or where no other envelope is seen and the organization uses the service.
 */
function isOwnTenant(signer: string, facts: GroupFacts): boolean {
  if (isTenantLike(signer, facts.from) || facts.spf.own.length > 0) return true;
  return isOwnSource(facts) && !isEnvelopeRewritten(facts);
}

function isForwardersOwn(facts: GroupFacts): boolean {
  return comesFromForwarder(facts) && !facts.source.isOwnServer;
}

/** The name of a server that has none, or was not looked up yet, says nothing against it. */
function isOpenAboutItself({ source, foreignDkim, foreignSpf }: GroupFacts): boolean {
  const { hostname } = source;
  const envelopes = new Set(foreignSpf.map(({ domain }) => toOrganization(domain)));
  if (hostname === null || foreignDkim.some(({ domain }) => envelopes.has(toOrganization(domain)))) return true;
  const organization = toOrganization(hostname);
  return [...foreignDkim, ...foreignSpf].some(({ domain }) => toOrganization(domain) === organization);
}
