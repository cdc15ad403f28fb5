/** Maximum characters of a string in an event; longer ones are cut. */
export const TEXT_CHARS_MAX = 255;

/** Maximum sources in a `report.failure`: those with the most failing mail. */
export const SOURCES_MAX = 20;

/** Maximum characters of a result as the reporter wrote it; the standards' values have at most 9. */
export const RESULT_CHARS_MAX = 32;

/** Maximum differences in words in a `domain.dns_changed`. */
export const DIFFERENCES_MAX = 20;

/** Maximum labels of a domain in an event. */
export const LABELS_MAX = 20;

/** Control characters, characters that change text direction, and line separators of some languages. */
const invisible = /[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The field that every event has about the owner of its domain. */
export function toReference(clientReference: string | null) {
  return { client_reference: clientReference === null ? null : toEventText(clientReference) };
}

/** Sanitizes untrusted text for an event: no control characters, at most `charsMax` UTF-16 units, well-formed. */
export function toEventText(text: string, charsMax: number = TEXT_CHARS_MAX): string {
  return text.replace(invisible, "").slice(0, charsMax).toWellFormed();
}
