import { networkInterfaces } from "node:os";
import { type AddressList, isMappedAddress } from "@ruaflow/runtime/addresses";
import { isPublicAddress } from "./classify-address.ts";

/**
 * Decides whether webhooks may be sent to an address: to the public internet, except this machine's own addresses, and to
 * the operator's ranges.
 */
export function createAddressGuard(allow: AddressList): (address: string) => boolean {
  return (address) => {
    // A zone would name an interface of this machine; a mapped address would reach IPv4 in disguise.
    if (address.includes("%") || isMappedAddress(address)) return false;
    return allow.includes(address) || (isPublicAddress(address) && !isOwnAddress(address));
  };
}

/** Connections to this machine's own public address would reach services that are closed to the public. */
function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some((own) => own.address === address));
}
