import type { ServiceMap } from "../services/service-map.ts";
import { isPass } from "./identities.ts";
import { toName, toOrganization } from "./names.ts";
import { findServiceOf, isEnvelopeOfOthers, isForwardingService } from "./source-facts.ts";
import type { DomainContext, MailGroup, Override, SourceMail } from "./source-mail.ts";

/**
 * What all mail of a domain in a period says about its own senders. A service that forwards counts as the domain's only where SPF
 * passes aligned, or a selector of its own signed: all mail that it passes on for others keeps the domain's signature as well.
 * @param domain lower-case A-label
 */
export function createDomainContext(
  domain: string,
  sources: Iterable<SourceMail>,
  { services, overrides = [] }: { services: ServiceMap; overrides?: readonly Override[] },
): DomainContext {
  const passingServices = new Set<string>();
  const passingDomains = new Set<string>();
  for (const source of sources) {
    const service = findPassingService(source, services);
    if (service !== null) passingServices.add(service);
    for (const name of source.groups.flatMap(listAlignedDomains)) passingDomains.add(name);
  }
  return { domain, passingServices, passingDomains, overrides };
}

function findPassingService(source: SourceMail, services: ServiceMap): string | null {
  const found = findServiceOf(source, services);
  if (found === null || found.by === "dkim") return null;
  const { service } = found;
  const selectors = new Set(service.selectors);
  const isSignedThere = ({ dkim }: MailGroup) =>
    dkim.some(({ result, selector }) => result === "pass" && selector !== undefined && selectors.has(selector));
  const isOwn = (group: MailGroup) =>
    !isForwardingService(service) || (group.spfAligned && !isEnvelopeOfOthers(group)) || isSignedThere(group);
  return source.groups.some((group) => group.dmarcPass && group.messages > 0 && isOwn(group)) ? service.name : null;
}

function listAlignedDomains({
  headerFrom,
  dmarcPass,
  dkimAligned,
  spfAligned,
  messages,
  dkim,
  spf,
}: MailGroup): string[] {
  if (!dmarcPass || messages === 0) return [];
  const organization = toOrganization(headerFrom);
  return [...(dkimAligned ? dkim : []), ...(spfAligned ? spf : [])]
    .filter(isPass)
    .flatMap(({ domain }) => toName(domain) ?? [])
    .filter((domain) => toOrganization(domain) === organization);
}
