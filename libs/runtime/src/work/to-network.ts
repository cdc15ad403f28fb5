import { isIPv4, isIPv6 } from "node:net";

/** A listener for both families shows IPv4 clients as `::ffff:192.0.2.1`. */
export function unmap(address: string): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, "");
}

/** The name under which a client's address is counted: an IPv6 client has 2^64 addresses, so its /64 counts as one. */
export function toNetwork(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  return [...groups, ...Array(missing).fill("0")].slice(0, 4).join(":");
}

/** The neighbourhood of an address, which one owner usually has as a whole: the /24 of IPv4, the /48 of IPv6. */
export function toNeighbourhood(address: string): string {
  if (isIPv4(address)) return address.split(".").slice(0, 3).join(".");
  return toNetwork(address).split(":").slice(0, 3).join(":");
}
