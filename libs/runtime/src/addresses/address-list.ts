import { BlockList, isIP } from "node:net";
import { UsageError } from "../errors.ts";

/** Addresses and prefixes of both families. */
export interface AddressList {
  readonly isEmpty: boolean;
  /** An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) counts as the IPv4 address that it is; `false` for any other text. */
  includes(address: string): boolean;
}

/**
 * The shortest prefixes that an operator may list. No network of one owner is larger than 10.0.0.0/8 or fc00::/7; two
 * prefixes of length 1 would include everyone, as /0 does.
 */
const SHORTEST = { ipv4: 8, ipv6: 7 } as const;
/** Bits before the IPv4 address in an IPv4-mapped IPv6 address. */
const MAPPED_BITS = 96;
const FIRST_MAPPED = "::ffff:0.0.0.0";
const SHOWN_MAX = 100;

/**
 * Parses an operator's list: addresses and CIDR prefixes, separated by commas, such as `192.0.2.7, 10.1.0.0/16, fd00::/8`. IPv4 is
 * four decimal numbers without leading zeros, which some programs read as octal; bits behind the prefix are ignored.
 *
 * @throws {UsageError} with the part that is no address, has a zone, or includes everyone
 */
export function parseAddressList(text: string): AddressList {
  const parts = text.split(",").map((part) => part.trim());
  const ranges = parts.filter(Boolean).map(parseRange);
  for (const range of ranges) requireOwn(range);
  return toList(ranges);
}

/** A list of ours, of any width. @throws {UsageError} for a part that is no address or prefix */
export function createAddressList(parts: readonly string[]): AddressList {
  return toList(parts.map(parseRange));
}

/** The addresses with a common prefix, or one address. */
export interface AddressRange {
  /** Bits of the prefix: the more there are, the smaller the range. */
  readonly length: number;
  /** Only addresses of its own family, so that `::/16` has no IPv4 address although the IPv4-mapped ones are in it. */
  contains(address: string): boolean;
}

/** @throws {UsageError} for a text that is no address or prefix */
export function parseAddressRange(text: string): AddressRange {
  const range = parseRange(text);
  const list = toList([range]);
  const version = range.family === "ipv4" ? 4 : 6;
  return { length: range.length, contains: (address) => isIP(address) === version && list.includes(address) };
}

interface Range {
  readonly text: string;
  readonly address: string;
  readonly length: number;
  readonly family: "ipv4" | "ipv6";
}

function parseRange(text: string): Range {
  const [address = "", given, ...rest] = text.split("/");
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const length = given === undefined ? bits : /^(0|[1-9]\d{0,2})$/.test(given) ? Number(given) : Number.NaN;
  // A zone would name an interface of this machine.
  if (version === 0 || address.includes("%") || rest.length > 0 || !(length <= bits))
    throw new UsageError(
      `${show(text)} is not an address or a prefix such as 192.0.2.7, 10.1.0.0/16 or fd00::/8${findHint(address)}.`,
    );
  return { text, address, length, family: version === 4 ? "ipv4" : "ipv6" };
}

function show(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN_MAX));
}

function findHint(address: string): string {
  if (/(^|\.)0\d/.test(address)) return "; write its numbers without leading zeros";
  return address.includes("%") ? "; write it without a zone" : "";
}

function requireOwn(range: Range): void {
  if (!isTooWide(range)) return;
  throw new UsageError(
    `${show(range.text)} includes addresses of strangers. List only your own: prefixes of at least /${SHORTEST.ipv4} (IPv4) or /${SHORTEST.ipv6} (IPv6), such as 10.0.0.0/8 or fd00::/8.`,
  );
}

function isTooWide(range: Range): boolean {
  if (range.length < SHORTEST[range.family]) return true;
  if (range.family === "ipv4") return false;
  // As peers of a listener for both families, all IPv4 addresses are in such a prefix.
  const isAllIpv4 = range.length <= MAPPED_BITS && toList([range]).includes(FIRST_MAPPED);
  const isMapped = range.length > MAPPED_BITS && mapped.check(range.address, "ipv6");
  return isAllIpv4 || (isMapped && range.length < MAPPED_BITS + SHORTEST.ipv4);
}

const mapped = new BlockList();
mapped.addSubnet(FIRST_MAPPED, MAPPED_BITS, "ipv6");

function toList(ranges: readonly Range[]): AddressList {
  const list = new BlockList();
  for (const { address, length, family } of ranges) list.addSubnet(address, length, family);
  return {
    isEmpty: ranges.length === 0,
    includes(address) {
      const version = isIP(address);
      return version !== 0 && list.check(address, version === 4 ? "ipv4" : "ipv6");
    },
  };
}

/** Whether this is an IPv6 address that stands for an IPv4 address. */
export function isMappedAddress(address: string): boolean {
  return isIP(address) === 6 && mapped.check(address, "ipv6");
}
