import { BlockList, isIP } from "node:net";
import type { Service } from "./service.ts";

/** Finds the service that has an address in one of its networks, the smallest one first. */
export interface NetworkIndex {
  readonly find: (address: string) => Service | null;
}

/** Indexes networks, written `192.0.2.0/24`. Most addresses are in none, which one look-up shows. */
export function createNetworkIndex(services: readonly Service[]): NetworkIndex {
  const all = new BlockList();
  const entries = services.flatMap((service) => service.networks.map((network) => toEntry(network, service)));
  for (const { address, bits, family } of entries) all.addSubnet(address, bits, family);
  entries.sort((a, b) => b.bits - a.bits);
  return {
    find(address) {
      const version = isIP(address);
      if (version === 0) return null;
      const family = version === 4 ? "ipv4" : "ipv6";
      if (!all.check(address, family)) return null;
      return entries.find((entry) => entry.family === family && entry.list.check(address, family))?.service ?? null;
    },
  };
}

/** True for an address and the length of its prefix. */
export function isNetwork(network: string): boolean {
  const [address = "", length = ""] = network.split("/");
  return isIP(address) !== 0 && Number(length) <= (isIP(address) === 4 ? 32 : 128);
}

function toEntry(network: string, service: Service) {
  const [address = "", length = ""] = network.split("/");
  const family = isIP(address) === 4 ? ("ipv4" as const) : ("ipv6" as const);
  const bits = Number(length);
  const list = new BlockList();
  list.addSubnet(address, bits, family);
  return { address, bits, family, list, service };
}
