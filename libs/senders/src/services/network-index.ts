import { isIP } from "node:net";
import { createAddressList, parseAddressRange } from "@ruaflow/runtime/addresses";
import type { Service } from "./service.ts";

/** Finds the service that has an address in one of its networks, the smallest one first. */
export interface NetworkIndex {
  readonly find: (address: string) => Service | null;
}

/** Indexes networks, written `192.0.2.0/24`. Most addresses are in none, which one look-up shows. */
export function createNetworkIndex(services: readonly Service[]): NetworkIndex {
  const all = createAddressList(services.flatMap(({ networks }) => networks));
  const entries = services
    .flatMap((service) => service.networks.map((network) => ({ service, range: parseAddressRange(network) })))
    .sort((a, b) => b.range.length - a.range.length);
  return {
    find(address) {
      if (!all.includes(address)) return null;
      return entries.find(({ range }) => range.contains(address))?.service ?? null;
    },
  };
}

/** True for an address and the length of its prefix. */
export function isNetwork(network: string): boolean {
  const [address = "", length = ""] = network.split("/");
  return isIP(address) !== 0 && Number(length) <= (isIP(address) === 4 ? 32 : 128);
}
