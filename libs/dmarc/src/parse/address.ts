import { isIPv6 } from "node:net";
import { detachText } from "./text.ts";

const DOT = 0x2e;
const ZERO = 0x30;
const CACHE_SIZE_MAX = 4096;
/** 45 characters of IPv6 with dotted IPv4, and a zone. */
const ADDRESS_LENGTH_MAX = 64;

/** Canonical forms of addresses that are no plain IPv4: reports repeat them, and finding them is slow. */
const cache = new Map<string, string | null>();

/**
 * The canonical text of an IP address: IPv4 dotted, IPv6 as RFC 5952 without zone, an IPv4-mapped address as IPv4.
 * `null` for anything else, also for IPv4 with leading zeros, whose meaning is disputed (RFC 6943 section 3.1.1).
 */
export function toCanonicalAddress(text: string): string | null {
  if (isPlainIpv4(text)) return text;
  const known = cache.get(text);
  if (known !== undefined) return known;
  if (text.length > ADDRESS_LENGTH_MAX || !text.includes(":")) return null;
  const address = parseIpv6(text);
  if (cache.size >= CACHE_SIZE_MAX) cache.clear();
  cache.set(detachText(text), address);
  return address;
}

/** Four decimal numbers of at most 255 without leading zeros. */
function isPlainIpv4(text: string): boolean {
  let value = 0;
  let digits = 0;
  let dots = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === DOT) {
      if (digits === 0) return false;
      dots += 1;
      digits = 0;
      value = 0;
      continue;
    }
    if (code < ZERO || code > ZERO + 9 || (digits > 0 && value === 0)) return false;
    value = value * 10 + code - ZERO;
    digits += 1;
    if (value > 255) return false;
  }
  return dots === 3 && digits > 0;
}

function parseIpv6(text: string): string | null {
  if (!isIPv6(text)) return null;
  const zone = text.indexOf("%");
  const address = zone < 0 ? text : text.slice(0, zone);
  // The URL standard writes IPv6 as RFC 5952 does, but for the dotted form of IPv4-mapped addresses.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(canonical);
  if (mapped === null) return canonical;
  const groups = mapped.slice(1).map((group) => Number.parseInt(group, 16));
  return groups.map((group) => `${group >> 8}.${group & 255}`).join(".");
}
