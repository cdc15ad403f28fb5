import type { PassingSource, DomainContext as StoredContext } from "@ruaflow/record-store/mail";
import type { Filter } from "@ruaflow/record-store/questions";
import type { ServiceMap } from "@ruaflow/senders";
import {
  type AuthResult,
  createDomainContext,
  type DomainContext,
  type MailGroup,
  type SourceMail,
} from "@ruaflow/senders/rules";
import { addSourceFacts, type SourceFacts } from "../facts/source-facts.ts";
import type { VerdictStores } from "../verdict-stores.ts";

/** Domains whose contexts are held at once: about 100 KB each at worst. */
const HELD_MAX = 1_000;

/** A filter of so few domains is read beside their mail, before it is known which of them have any. */
const READ_AHEAD_MAX = 20;

/**
 * Reads what the passing mail of domains in a period tells of them, each once for an answer. The context is that of all of a
 * domain's mail, whatever records the filter selects.
 */
export function createContextReader(context: VerdictStores, organizationId: string, filter: Filter) {
  const held = new Map<string, DomainContext>();
  const ahead = readAhead(context, organizationId, filter);
  return async (domainIds: readonly string[]): Promise<ReadonlyMap<string, DomainContext>> => {
    if (ahead !== undefined) return ahead;
    const missing = domainIds.filter((id) => !held.has(id));
    if (held.size + missing.length > HELD_MAX) held.clear();
    const wanted = held.size === 0 ? domainIds : missing;
    for (const [id, known] of await readContexts(context, organizationId, { ...filter, domainIds: wanted }))
      held.set(id, known);
    return held;
  };
}

function readAhead(context: VerdictStores, organizationId: string, { domainIds, ...filter }: Filter) {
  if (domainIds === undefined || domainIds.length > READ_AHEAD_MAX) return undefined;
  const contexts = readContexts(context, organizationId, { ...filter, domainIds }).then((found) => new Map(found));
  // The error is thrown where it is awaited.
  contexts.catch(() => undefined);
  return contexts;
}

async function readContexts(
  context: VerdictStores,
  organizationId: string,
  filter: Filter & { readonly domainIds: readonly string[] },
): Promise<[string, DomainContext][]> {
  if (filter.domainIds.length === 0) return [];
  const [stored, nameOf] = await Promise.all([
    context.records.readDomainContext(organizationId, filter),
    context.metadata.domains.readDomainNames(organizationId, filter.domainIds),
  ]);
  const sources = stored.flatMap(({ passingSources }) => passingSources);
  const sourced = await addSourceFacts(context, sources);
  const factsOf = new Map(sourced.map(({ item, facts }) => [item.sourceIp, facts]));
  return stored.map((one) => [
    one.domainId,
    toKnown(one, { domain: nameOf.get(one.domainId) ?? "", factsOf, services: context.services }),
  ]);
}

interface KnownFacts {
  readonly domain: string;
  readonly factsOf: ReadonlyMap<string, SourceFacts>;
  readonly services: ServiceMap;
}

function toKnown(
  { passingDomains, passingSources }: StoredContext,
  { domain, factsOf, services }: KnownFacts,
): DomainContext {
  const ofDomain = { headerFrom: domain, messages: 1, spf: [], spfAligned: false, dkim: passingDomains.map(toPass) };
  const names = { sourceIp: "", hostname: null, asn: null, groups: [toGroup({ ...ofDomain, dkimAligned: true })] };
  const sources = passingSources.map((source) => toMail(source, domain, factsOf));
  return createDomainContext(domain, [names, ...sources], { services });
}

/** An address's passing mail as the rules read it: only what tells its service, and whether SPF lists it for the domain. */
function toMail(
  { sourceIp, messages, spfAligned, signatures, spfDomains }: PassingSource,
  domain: string,
  factsOf: ReadonlyMap<string, SourceFacts>,
): SourceMail {
  const { hostname = null, asn = null } = factsOf.get(sourceIp) ?? {};
  const results = {
    headerFrom: domain,
    dkim: signatures.map((signature) => ({ ...signature, result: "pass" })),
    spf: spfDomains.map(toPass),
    dkimAligned: false,
  };
  const groups = [
    toGroup({ ...results, messages: spfAligned, spfAligned: true }),
    toGroup({ ...results, messages: messages - spfAligned, spfAligned: false }),
  ];
  return { sourceIp, hostname, asn, groups };
}

function toGroup(group: Omit<MailGroup, "dmarcPass" | "disposition" | "reasons">): MailGroup {
  return { ...group, dmarcPass: true, disposition: "none", reasons: [] };
}

function toPass(domain: string): AuthResult {
  return { domain, result: "pass" };
}
