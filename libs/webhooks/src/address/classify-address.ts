import { isIP } from "node:net";
import { createAddressList } from "@ruaflow/runtime/addresses";
import ipaddr from "ipaddr.js";

/** Special-purpose IPv4 (IANA registry, RFC 6890), multicast, the reserved range, and Azure's platform address. */
const deniedV4 = createAddressList([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16"],
  ...["172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"],
]);

/**
 * The only IPv6 range assigned to the public internet (RFC 4291, 2.4). It excludes loopback, unique local, link local,
 * IPv4-mapped, -compatible and -translated, NAT64, SRv6 and multicast.
 */
const globalV6 = createAddressList(["2000::/3"]);

/** Special ranges within 2000::/3: Teredo and its neighbors, documentation, 6to4, documentation. */
const deniedV6 = createAddressList(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/**
 * Groups 5 and 6 of an interface identifier that embeds an IPv4 address, after any prefix (ISATAP, RFC 5214, section 6.1).
 * The tunnel decides where such an address leads.
 */
const isatap = { fifth: [0x0000, 0x0200], sixth: 0x5efe };

/** True for an address of the public internet, judging by the address alone. False for invalid text. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !deniedV4.includes(address);
  // Includes no other text. A zone would name an interface of this machine.
  if (!globalV6.includes(address) || address.includes("%")) return false;
  return !deniedV6.includes(address) && !isIsatap(ipaddr.IPv6.parse(address).parts);
}

function isIsatap(groups: readonly number[]): boolean {
  const [fifth = 0, sixth] = groups.slice(4);
  return sixth === isatap.sixth && isatap.fifth.includes(fifth);
}
