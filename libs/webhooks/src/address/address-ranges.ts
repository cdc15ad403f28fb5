import { isIP } from "node:net";
import { UsageError } from "@ruaflow/runtime/errors";
import ipaddr from "ipaddr.js";

/** Addresses of one prefix. */
type AddressRange = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number];

export type AddressRanges = readonly AddressRange[];

/**
 * Reads CIDR prefixes with commas between them: `10.1.0.0/16, fd00::/8`.
 * @throws {UsageError} naming the part that is none
 */
export function parseAddressRanges(text: string): AddressRanges {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "").map(parseRange);
}

function parseRange(text: string): AddressRange {
  const [address, length, ...rest] = text.split("/");
  const bitsMax = isIP(address ?? "") === 4 ? 32 : 128;
  const isLength = /^\d{1,3}$/.test(length ?? "") && Number(length) <= bitsMax;
  const network = parseAddress(address ?? "");
  if (network === null || !isLength || rest.length > 0) {
    throw new UsageError(`"${text}" is no range of addresses: expected a prefix such as 10.1.0.0/16 or fd00::/8.`);
  }
  return [network, Number(length)];
}

/**
 * The address behind its text, `null` for what is none. Only the dotted form of four decimal numbers counts as IPv4: what
 * else the C library would take for an address (octal, hexadecimal, short forms) never reaches it as a literal.
 */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // A zone names an interface of this machine.
  return isIP(text) === 0 || text.includes("%") ? null : ipaddr.parse(text);
}

/** An IPv4 address in its IPv6 spelling is in no range of IPv4: every range says which kind it means. */
export function isInRanges(address: ipaddr.IPv4 | ipaddr.IPv6, ranges: AddressRanges): boolean {
  return ranges.some(([network, length]) => network.kind() === address.kind() && address.match(network, length));
}
