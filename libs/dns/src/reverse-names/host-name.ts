const NAME_CHARS_MAX = 253;
/** Letters, digits and hyphens (RFC 1123, section 2.1). */
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Reads the name in a PTR record, which is untrusted text: the owner of the address chooses it. Returns it in lower case
 * without a final dot, or `null` when it is not a host name with at least two labels. The last label needs a letter:
 * otherwise the name could be an address, which resolvers "find" without a lookup.
 */
export function readHostName(text: string): string | null {
  const name = text.toLowerCase().replace(/\.$/, "");
  const labels = name.split(".");
  if (name.length > NAME_CHARS_MAX || labels.length < 2) return null;
  if (!/[a-z]/.test(labels.at(-1) ?? "")) return null;
  return labels.every((label) => LABEL.test(label)) ? name : null;
}
