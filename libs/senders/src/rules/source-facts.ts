import type { ServiceCategory } from "../services/categories.ts";
import type { Service } from "../services/service.ts";
import type { FoundService, ServiceMap } from "../services/service-map.ts";
import { isAccessName, isForwarderName } from "./forwarder-names.ts";
import { isPass } from "./identities.ts";
import { toName, toOrganization } from "./names.ts";
import { findOverride } from "./override.ts";
import type { AuthResult, DomainContext, MailGroup, Override, SourceMail } from "./source-mail.ts";

/** What all mail of a source says about it, whatever the order of its groups. */
export interface SourceFacts {
  readonly sourceIp: string;
  /** Lower-case, `null`: none that leads back. */
  readonly hostname: string | null;
  readonly found: FoundService | null;
  /** Named below the domain, listed in its SPF record, or the organization's by an entry of the map. */
  readonly isOwnServer: boolean;
  /** Its service passes DMARC for the domain elsewhere. */
  readonly isAtOwnService: boolean;
  /** It passes mail of others on: by what the map says of the service, or by its name. */
  readonly forwards: boolean;
  /** Some of its mail passes by a signature alone. */
  readonly hasSurvivors: boolean;
  /** Its mail passed until a day, and fails since: a forwarder breaks some every day, a key that breaks does so once. */
  readonly brokeAtOnce: boolean;
  /** Of one message nothing can be said of a habit. */
  readonly messages: number;
  /** What the organization said of it. */
  readonly override: Override | null;
}

export function toSourceFacts(mail: SourceMail, context: DomainContext, services: ServiceMap): SourceFacts {
  const hostname = mail.hostname === null ? null : toName(mail.hostname);
  const found = findServiceOf(mail, services);
  const service = found?.service ?? null;
  return {
    sourceIp: mail.sourceIp,
    hostname,
    found,
    isOwnServer:
      service?.category === "own" ||
      isNamedBelow(hostname, context.domain) ||
      hasPass(mail, (group) => group.spfAligned && !isEnvelopeOfOthers(group)),
    isAtOwnService: found !== null && found.by !== "dkim" && context.passingServices.has(found.service.name),
    forwards: isForwarder(found, hostname) || (hostname !== null && isForwarderName(hostname)),
    hasSurvivors: hasPass(mail, ({ dkimAligned, spfAligned }) => dkimAligned && !spfAligned),
    brokeAtOnce: mail.brokeAtOnce === true,
    messages: mail.groups.reduce((sum, { messages }) => sum + messages, 0),
    override: findOverride(mail, service, context.overrides),
  };
}

/** The service of a source by what is proven: its name, its network, and the identities that passed. */
export function findServiceOf(mail: SourceMail, services: Pick<ServiceMap, "findService">): FoundService | null {
  return services.findService({
    sourceIp: mail.sourceIp,
    hostname: mail.hostname,
    asn: mail.asn,
    dkimDomains: listPassing(mail, ({ dkim }) => dkim),
    spfDomains: listPassing(mail, ({ spf }) => spf),
  });
}

/** Domains that passed, sorted, so that the order of groups does not matter. */
function listPassing(mail: SourceMail, toResults: (group: MailGroup) => readonly AuthResult[]): string[] {
  const passed = mail.groups.flatMap(toResults).filter(isPass);
  return [...new Set(passed.map(({ domain }) => toName(domain) ?? ""))].filter((domain) => domain !== "").sort();
}

/** Categories of services that pass on mail to the mailboxes of their customers. */
const FORWARDING: ReadonlySet<ServiceCategory> = new Set(["forwarding", "mailbox_provider", "security_gateway", "isp"]);

/** Whether a service forwards what it receives. A hosting company rents servers out, so its name says nothing of one of them. */
export function isForwardingService(service: Service): boolean {
  return service.forwards && FORWARDING.has(service.category);
}

/**
 * A signature names the author's service, not the server that passed the mail on. A customer's line of an ISP is no mail server, unless the
 * ISP's SPF record lists it.
 */
function isForwarder(found: FoundService | null, hostname: string | null): boolean {
  if (found === null || found.by === "dkim" || !isForwardingService(found.service)) return false;
  if (found.service.category !== "isp" || found.by === "spf") return true;
  return hostname !== null && !isAccessName(hostname);
}

function isNamedBelow(hostname: string | null, domain: string): boolean {
  return hostname !== null && toOrganization(hostname) === toOrganization(domain);
}

/** Some reporters count any SPF that passes as aligned; what they name is another's all the same. */
export function isEnvelopeOfOthers({ headerFrom, spf }: MailGroup): boolean {
  const organization = toOrganization(toName(headerFrom) ?? "");
  return spf.length > 0 && spf.every(({ domain }) => toOrganization(toName(domain) ?? "") !== organization);
}

function hasPass(mail: SourceMail, isSo: (group: MailGroup) => boolean): boolean {
  return mail.groups.some((group) => group.dmarcPass && group.messages > 0 && isSo(group));
}
