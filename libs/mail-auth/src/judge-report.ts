import { toDomainName } from "@ruaflow/dmarc";
import type { MailAuthentication, MailReason, ProvenBy } from "./mail-authentication.ts";
import { toOwnDomain } from "./names/customer-zones.ts";
import { listDomainsOfName, listDomainsOfReporter, mayNameDomain, mayUseName } from "./names/known-reporters.ts";
import { isGateway, isMailboxUser, isSharedDomain } from "./names/mailbox-domains.ts";
import { listNamedDomains } from "./names/named-domains.ts";

/** What a report and its mail say about the reporter. None of it is proven. */
export interface ReporterClaims {
  /** `report_metadata/org_name`. */
  readonly reporter: string;
  /** `report_metadata/email`. */
  readonly email: string | null;
  /** `report_metadata/extra_contact_info`: an address, a URL or other text. */
  readonly extraContactInfo: string | null;
  /** Path of the report in its submission; ends with a file name such as `receiver!policy-domain!begin!end.xml`. */
  readonly fileName: string;
}

/** How far a report from a mail can be trusted, and who vouches for it. */
export interface ReportTrust {
  readonly trust: ProvenBy;
  /** `null` unless `trust` is `none`. */
  readonly reason: MailReason | "reporter-mismatch" | null;
  /** The own domain of the From address, if it is proven: it vouches for the mail. Also of a mismatch. */
  readonly reporterDomain: string | null;
  /** The own domains of the same reporter, `reporterDomain` included; none without it. */
  readonly reporterDomains: readonly string[];
  /** If `trust` is `none`, the organizational domains of whom the report claims to be from. */
  readonly claimedDomains: readonly string[];
}

/**
 * Decides whether the domain that is proven for a mail may speak for the reporter that the report in it names. A reporter is the
 * domain that is proven; its name is what it calls itself. So nothing that the report or its mail calls the reporter may mean a
 * or resemble a known reporter that is not the sender, and the name, the email address or the extra contact must be of the sender's domain. A
 * domain of mailboxes speaks for its users, and so for no reporter.
 */
export function judgeReport(mail: Omit<MailAuthentication, "proof">, claims: ReporterClaims): ReportTrust {
  const { provenBy, reason, fromDomain } = mail;
  const from = mail.ownDomain ?? (fromDomain === null ? null : toOwnDomain(fromDomain));
  const claimed = () => ({ trust: "none" as const, claimedDomains: listClaimed(claims, from) });
  if (provenBy === "none" || fromDomain === null || from === null) {
    return { ...claimed(), reason, reporterDomain: null, reporterDomains: [] };
  }
  const vouched = { reporterDomain: from, reporterDomains: listDomainsOfReporter(from) };
  const sender = { fromDomain, organizationalDomain: from, fromAddress: mail.fromAddress };
  if (isMailboxUser(sender) || !isReporter(from, mail.subject, claims)) {
    return { ...claimed(), reason: "reporter-mismatch", ...vouched };
  }
  return { trust: provenBy, reason: null, claimedDomains: [], ...vouched };
}

function isReporter(from: string, subject: string, claims: ReporterClaims): boolean {
  const names = [claims.reporter, ...findSubmitter(subject), ...findReceiver(claims.fileName)];
  if (!mayNameDomain(from, from) || !names.every((name) => mayUseName(name, from))) return false;
  const hosts = listHosts(claims);
  if (!hosts.every((host) => mayNameHost(host, from))) return false;
  const own = listDomainsOfReporter(from);
  if (!listNamedDomains(claims.reporter).every((domain) => mayBeCalled(domain, from))) return false;
  return [...hosts, ...toHosts(claims.reporter)].some((host) => own.some((domain) => isWithin(host, domain)));
}

function mayNameHost(host: string, from: string): boolean {
  const domain = toOwnDomain(host) ?? host;
  return isWithin(host, from) || isSharedDomain(domain) || mayNameDomain(domain, from);
}

/**
 * Whether a reporter may have this domain in its name: one of its own, or one that a table lets it report for. Gateways report in the
 * names of customers that no table has.
 */
function mayBeCalled(domain: string, from: string): boolean {
  if (listDomainsOfReporter(from).some((own) => isWithin(domain, own))) return true;
  return isGateway(from) || (listDomainsOfName(domain).length > 0 && mayUseName(domain, from));
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** The domains that may use its name, and those of its name, its addresses and its mail: one of them it claims to be from. */
function listClaimed(claims: ReporterClaims, from: string | null): string[] {
  const named = [...toHosts(claims.reporter), ...listHosts(claims)].flatMap((host) => toOwnDomain(host) ?? []);
  const own = [...(from === null ? [] : [from]), ...named].flatMap(listDomainsOfReporter);
  return [...new Set([...own, ...listDomainsOfName(claims.reporter)])];
}

/** The domains of the reporter's address and its extra contact. */
function listHosts({ email, extraContactInfo }: ReporterClaims): string[] {
  return [email, extraContactInfo].flatMap((text) => toHosts(findDomain(text ?? "")));
}

function toHosts(text: string): string[] {
  const host = toDomainName(text);
  return host?.includes(".") ? [host] : [];
}

/** The domain of an address or a URL, or the text itself. */
function findDomain(text: string): string {
  const plain = text.trim().replace(/^<|>$/g, "");
  const url = /^https?:\/\/([^/:?#]+)/i.exec(plain);
  return url?.[1] ?? plain.slice(plain.lastIndexOf("@") + 1);
}

/** `Report Domain: example.com Submitter: receiver.example Report-ID: …` (RFC 9990, section 3.2.1). */
function findSubmitter(subject: string): string[] {
  const found = /\bSubmitter:\s*(\S{1,253})/i.exec(subject);
  return found?.[1] === undefined ? [] : [found[1]];
}

/** The part of the file name before the first `!` (RFC 9990, section 3.2.1). */
function findReceiver(fileName: string): string[] {
  const name = fileName.split(/ > |[/\\]/).at(-1) ?? "";
  const end = name.indexOf("!");
  return end === -1 ? [] : [name.slice(0, end)];
}
