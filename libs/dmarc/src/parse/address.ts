import ipaddr from "ipaddr.js";
import { detachText } from "./text.ts";

const dot = 0x2e;
const zero = 0x30;
const cacheSizeMax = 4096;

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
  if (!text.includes(":")) return null;
  const address = parseIpv6(text);
  if (cache.size >= cacheSizeMax) cache.clear();
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
    if (code === dot) {
      if (digits === 0) return false;
      dots += 1;
      digits = 0;
      value = 0;
      continue;
    }
    if (code < zero || code > zero + 9 || (digits > 0 && value === 0)) return false;
    value = value * 10 + code - zero;
    digits += 1;
    if (value > 255) return false;
  }
  return dots === 3 && digits > 0;
}

function parseIpv6(text: string): string | null {
  if (!ipaddr.IPv6.isValid(text)) return null;
  const zone = text.indexOf("%");
  const address = ipaddr.IPv6.parse(zone < 0 ? text : text.slice(0, zone));
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.toRFC5952String();
}
