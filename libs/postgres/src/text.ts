/**
 * Makes strangers' text fit for a column: PostgreSQL refuses NUL, and a report must not become an outage by it. Cut to
 * `charsMax` UTF-16 units; half a character at the cut becomes U+FFFD.
 */
export function toStorableText(text: string, charsMax: number): string {
  return text.replaceAll("\0", "\u{fffd}").slice(0, charsMax).toWellFormed();
}
