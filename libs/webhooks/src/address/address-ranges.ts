import { isIP } from "node:net";
import { UsageError } from "@ruaflow/runtime/errors";
import ipaddr from "ipaddr.js";

/** The addresses of one prefix. */
type AddressRange = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number];

export type AddressRanges = readonly AddressRange[];

/**
 * Parses comma-separated CIDR prefixes: `10.1.0.0/16, fd00::/8`.
 * @throws {UsageError} with the invalid part
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
    throw new UsageError(`"${text}" is not a valid address range: expected a prefix such as 10.1.0.0/16 or fd00::/8.`);
  }
  return [network, Number(length)];
}

/**
 * Parses an address, `null` when it is invalid. IPv4 must have the form of four decimal numbers: other forms that the C
 * library accepts (octal, hexadecimal, short) never reach it as a literal.
 */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // A zone would name an interface of this machine.
  return isIP(text) === 0 || text.includes("%") ? null : ipaddr.parse(text);
}

/** An IPv4-mapped IPv6 address matches no IPv4 range: each range applies to one address family. */
export function isInRanges(address: ipaddr.IPv4 | ipaddr.IPv6, ranges: AddressRanges): boolean {
  return ranges.some(([network, length]) => network.kind() === address.kind() && address.match(network, length));
}
