import { areOfOneReporter, mayUseName } from "./known-reporters.ts";
import type { MailAuthentication, MailReason, ProvenBy } from "./mail-authentication.ts";
import { toOrganizationalDomain } from "./organizational-domain.ts";

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

/** How far a report from a mail can be trusted. */
export interface ReportTrust {
  readonly trust: ProvenBy;
  /** `null` unless `trust` is `none`. */
  readonly reason: MailReason | "reporter-mismatch" | null;
}

/**
 * Decides whether the proven sender of a mail is the reporter that the report in it names. The organizational domain of
 * the From address must be one of the reporter's: of its email address, of its name if that is a domain, or of its
 * extra contact. And neither the reporter's name nor the submitter in the subject or the file name may be the name of a
 * known reporter that is not the sender.
 */
export function judgeReport(mail: MailAuthentication, claims: ReporterClaims): ReportTrust {
  const { provenBy, reason, fromDomain, subject } = mail;
  if (provenBy === "none" || fromDomain === null) return { trust: "none", reason };
  const names = [claims.reporter, ...findSubmitter(subject), ...findReceiver(claims.fileName)];
  const isReporter = isOwnDomain(fromDomain, claims) && names.every((name) => mayUseName(name, fromDomain));
  return isReporter ? { trust: provenBy, reason: null } : { trust: "none", reason: "reporter-mismatch" };
}

function isOwnDomain(fromDomain: string, { reporter, email, extraContactInfo }: ReporterClaims): boolean {
  const from = toOrganizationalDomain(fromDomain);
  const texts = [reporter, email ?? "", extraContactInfo ?? ""];
  return texts.some((text) => {
    const domain = toOrganizationalDomain(findDomain(text));
    return domain !== null && from !== null && (domain === from || areOfOneReporter(domain, from));
  });
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
