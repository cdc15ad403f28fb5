import { showDomains, toDomainText } from "../../format/idn.ts";

/**
 * Why an entry was not stored, or counts nothing, in a few words, by the API's code: for lists and choices. What to do stands in the service's own
 * sentence, the `detail` of the entry.
 */
const REASONS: Readonly<Record<string, string>> = {
  "unknown-domain": "about a domain that is not one of your verified domains",
  "domain-pending": "its domain is not verified yet",
  "domain-gone": "its domain was deleted",
  "body-missing": "its bytes are no longer there",
  "body-damaged": "its stored bytes are damaged",
  "same-report": "stored before",
  "other-content": "contradicts a stored report",
  unauthenticated: "contradicts a report whose sender is proven",
  empty: "empty file",
  "not-xml": "not a report, has no XML",
  doctype: "declares a document type (DTD)",
  truncated: "incomplete, its end is missing",
  "not-well-formed": "damaged, its tags do not fit together",
  "several-reports": "several reports in one document",
  "no-period": "does not say which days it is about",
  "no-domain": "does not say which domain it is about",
  "too-large": "larger than a file may be",
  "too-deep": "packed or nested too deeply",
  "too-many-records": "more records than a report may have",
  "too-many-messages": "counts more messages than there can be",
  "too-many-attributes": "a tag with too many attributes",
  "tag-too-long": "a tag that is too long",
  "text-too-long": "a text that is too long",
  "record-too-large": "a record that is too large",
  "header-too-large": "the part before its records is too large",
  "input-too-large": "larger than a file may be",
  "output-too-large": "unpacks to more than a file may be",
  bomb: "an archive made to overload its reader",
  "too-many-entries": "too many files in one",
  "container-too-large": "archive or email too large",
  corrupt: "damaged archive",
  encrypted: "encrypted",
  "unsupported-compression": "a compression that is not supported",
  "unsupported-archive": "a kind of archive that is not supported",
  "mail-too-complex": "email with too many parts",
  "outlook-msg": "Outlook message (.msg) that cannot be read",
  "outlook-pst": "Outlook data file (.pst)",
  "winmail-dat": "Outlook attachment (winmail.dat)",
  "took-too-long": "took too long to read",
  "took-too-much-memory": "took too much memory to read",
  "no-usable-record": "stored, and none of its records is usable",
  "tls-report": "TLS report",
  "failure-report": "failure report about one message",
  complaint: "complaint about one message",
  "no-report": "has no report in it",
  other: "not about DMARC",
};

/** All that entries can be filtered by. */
export const REASON_CODES: readonly string[] = Object.keys(REASONS);

/** The reason in a few words; the code itself where the page does not know it. */
export function describeReason(code: string): string {
  return REASONS[code] ?? code;
}

interface Entry {
  readonly outcome?: string;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly domain?: string | null;
}

/** Why an entry was not stored and what to do about it, in whole sentences; empty if it has no reason. */
export function explainReason({ outcome, reason, detail, domain }: Entry): string {
  // The service's own sentence speaks to scripts.
  if (reason === "unknown-domain" && domain) {
    const then = outcome === "held" ? "and the report counts within seconds" : "then read it again";
    return `${toDomainText(domain)} is not one of your verified domains. Add and verify it, ${then}.`;
  }
  if (detail !== null) return toSentence(showDomains(detail));
  return reason === null ? "" : toSentence(describeReason(reason));
}

/** Begins it with a capital letter and ends it. */
export function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
