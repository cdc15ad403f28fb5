import { toOrganizationalDomain } from "./organizational-domain.ts";

/** A large reporter: its name may only be used by mail from its own domains. */
interface KnownReporter {
  /** Words of a name, and labels of a domain, that mean this reporter. */
  readonly words: readonly string[];
  /** Organizational domains that it sends reports from, or names in them. Domains of its users' mailboxes are not here. */
  readonly domains: readonly string[];
}

/**
 * Reporters that send most of all reports. They need no entry to be recognized; the entry keeps others from using their
 * names, and says which of their domains belong together.
 */
const knownReporters: readonly KnownReporter[] = [
  { words: ["google"], domains: ["google.com"] },
  { words: ["yahoo", "aol"], domains: ["yahoo.com", "yahooinc.com", "aol.com", "yahoo.net"] },
  { words: ["microsoft", "outlook", "hotmail"], domains: ["microsoft.com", "outlook.com", "hotmail.com"] },
  { words: ["amazonses", "amazon-ses", "amazon.com"], domains: ["amazonses.com", "amazon.com"] },
  { words: ["mimecast"], domains: ["mimecastreport.com", "mimecast.com", "mimecast.org"] },
  { words: ["fastmail"], domains: ["fastmaildmarc.com", "fastmail.com"] },
  { words: ["godaddy"], domains: ["godaddy.com", "secureserver.net"] },
  { words: ["comcast"], domains: ["comcast.net", "comcast.com"] },
  { words: ["apple.com", "icloud"], domains: ["apple.com", "icloud.com"] },
  { words: ["zoho"], domains: ["zoho.com", "zohocorp.com", "zoho.eu"] },
  { words: ["gmx", "web.de"], domains: ["gmx.net", "gmx.com", "web.de", "mail.com", "1und1.de"] },
  { words: ["mail.ru"], domains: ["mail.ru", "corp.mail.ru", "vk.company"] },
  { words: ["yandex"], domains: ["yandex.ru", "yandex.com", "yandex.net"] },
  { words: ["proofpoint"], domains: ["proofpoint.com", "pphosted.com"] },
  { words: ["docomo"], domains: ["docomo.ne.jp", "dmarc25.jp"] },
  { words: ["netease", "163.com", "126.com"], domains: ["163.com", "126.com", "netease.com"] },
  { words: ["seznam"], domains: ["seznam.cz"] },
  { words: ["protonmail", "proton.me"], domains: ["proton.me", "protonmail.com", "protonmail.ch"] },
];

/** Whether mail from this domain may use the name: it is not one of a known reporter, or it is this domain's own. */
export function mayUseName(name: string, fromDomain: string): boolean {
  const from = toOrganizationalDomain(fromDomain);
  return knownReporters.every(
    ({ words, domains }) => !words.some((word) => names(name, word)) || domains.some((domain) => domain === from),
  );
}

/** Whether both domains belong to one known reporter. */
export function areOfOneReporter(one: string, other: string): boolean {
  return knownReporters.some(({ domains }) => domains.includes(one) && domains.includes(other));
}

/** The whole name, one of its words, or the end of a domain. */
function names(name: string, word: string): boolean {
  const lower = name.trim().toLowerCase();
  return lower === word || lower.endsWith(`.${word}`) || lower.split(/[^a-z0-9]+/).includes(word);
}
