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

/** Whose contexts are read, by which mail. */
export type ContextFilter = Omit<Filter, "records"> & { readonly domainIds: readonly string[] };

/** What the passing mail of domains tells of them: about 100 KB each at worst. May take long. */
export async function readContexts(
  context: VerdictStores,
  organizationId: string,
  filter: ContextFilter,
): Promise<ReadonlyMap<string, DomainContext>> {
  const [stored, nameOf] = await Promise.all([
    context.records.readDomainContext(organizationId, filter),
    context.metadata.domains.readDomainNames(organizationId, filter.domainIds),
  ]);
  const sources = stored.flatMap(({ passingSources }) => passingSources);
  const sourced = await addSourceFacts(context, sources);
  const factsOf = new Map(sourced.map(({ item, facts }) => [item.sourceIp, facts]));
  const { services } = context;
  return new Map(
    stored.flatMap((one): [string, DomainContext][] => {
      const domain = nameOf.get(one.domainId);
      return domain === undefined ? [] : [[one.domainId, toKnown(one, { domain, factsOf, services })]];
    }),
  );
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
