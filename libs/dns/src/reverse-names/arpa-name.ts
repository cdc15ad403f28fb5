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
