/**
 * Makes untrusted text storable: PostgreSQL refuses NUL, and that must not make a report fail. Cuts to `charsMax` UTF-16
 * units; half a surrogate pair at the cut becomes U+FFFD.
 */
export function toStorableText(text: string, charsMax: number): string {
  return text.replaceAll("\0", "\u{fffd}").slice(0, charsMax).toWellFormed();
}
