import ipaddr from "ipaddr.js";

/**
 * The name under which the reverse name of an address is published (RFC 1035, section 3.5; RFC 3596, section 2.5).
 * @throws for text that is not an IP address
 */
export function toArpaName(address: string): string {
  const parsed = ipaddr.parse(address);
  const bytes = parsed.toByteArray().toReversed();
  if (parsed.kind() === "ipv4") return `${bytes.join(".")}.in-addr.arpa`;
  const nibbles = bytes.flatMap((byte) => [byte & 0xf, byte >> 4]);
  return `${nibbles.map((nibble) => nibble.toString(16)).join(".")}.ip6.arpa`;
}

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
