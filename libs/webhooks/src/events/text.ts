import { TEXT_CHARS_MAX } from "./bounds.ts";

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
