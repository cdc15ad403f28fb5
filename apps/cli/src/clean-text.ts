/** Untrusted text must not control the terminal. */
export function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "?");
}
