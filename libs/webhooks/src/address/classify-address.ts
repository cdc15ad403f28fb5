import { isInRanges, parseAddress, parseAddressRanges } from "./address-ranges.ts";

/** Special-purpose IPv4 (IANA registry, RFC 6890), multicast, the reserved range, and Azure's platform address. */
const deniedV4 = parseAddressRanges(
  `0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 168.63.129.16/32, 169.254.0.0/16, 172.16.0.0/12, 192.0.0.0/24,
   192.0.2.0/24, 192.88.99.0/24, 192.168.0.0/16, 198.18.0.0/15, 198.51.100.0/24, 203.0.113.0/24, 224.0.0.0/3`,
);

/**
 * The only IPv6 range assigned to the public internet (RFC 4291, 2.4). It excludes loopback, unique local, link local,
 * IPv4-mapped, -compatible and -translated, NAT64, SRv6 and multicast.
 */
const globalV6 = parseAddressRanges("2000::/3");

/** Special ranges within 2000::/3: Teredo and its neighbors, documentation, 6to4, documentation. */
const deniedV6 = parseAddressRanges("2001::/23, 2001:db8::/32, 2002::/16, 3fff::/20");

/**
 * Groups 5 and 6 of an interface identifier that embeds an IPv4 address, after any prefix (ISATAP, RFC 5214, section 6.1).
 * The tunnel decides where such an address leads.
 */
const isatap = { fifth: [0x0000, 0x0200], sixth: 0x5efe };

/** True for an address of the public internet, judging by the address alone. False for invalid text. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === null) return false;
  if ("octets" in address) return !isInRanges(address, deniedV4);
  return isInRanges(address, globalV6) && !isInRanges(address, deniedV6) && !isIsatap(address.parts);
}

function isIsatap(groups: readonly number[]): boolean {
  const [fifth = 0, sixth] = groups.slice(4);
  return sixth === isatap.sixth && isatap.fifth.includes(fifth);
}
