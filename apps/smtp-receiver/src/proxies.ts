import { BlockList, isIPv6 } from "node:net";
import { UsageError } from "@ruaflow/runtime/errors";
import ipaddr from "ipaddr.js";

/**
 * Parses comma-separated addresses and prefixes of load balancers: `10.1.0.0/16, fd00::/8`.
 * @throws {UsageError} with the part that is invalid
 */
export function parseProxies(text: string): BlockList {
  const list = new BlockList();
  const parts = text.split(",").map((part) => part.trim());
  for (const part of parts.filter(Boolean)) addRange(list, part);
  return list;
}

function addRange(list: BlockList, part: string): void {
  const isValid = ipaddr.isValidCIDR(part) || ipaddr.isValid(part);
  if (!isValid)
    throw new UsageError(`RUAFLOW_SMTP_PROXY: "${part}" is not an address or a prefix such as 10.1.0.0/16.`);
  const [address, length] = part.includes("/") ? ipaddr.parseCIDR(part) : toWhole(part);
  list.addSubnet(address.toString(), length, address.kind());
}

function toWhole(text: string): ReturnType<typeof ipaddr.parseCIDR> {
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** Whether a peer is one of the load balancers; also for IPv4 peers of a listener for both families. */
export function isProxy(proxies: BlockList, address: string): boolean {
  return proxies.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
