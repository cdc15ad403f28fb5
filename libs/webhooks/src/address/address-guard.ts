import { networkInterfaces } from "node:os";
import { type AddressRanges, isInRanges, parseAddress } from "./address-ranges.ts";
import { isPublicAddress } from "./classify-address.ts";

/**
 * Decides whether webhooks may be sent to an address: to the public internet, except this machine's own addresses, and to
 * the operator's ranges.
 */
export function createAddressGuard(allow: AddressRanges): (address: string) => boolean {
  return (text) => {
    const address = parseAddress(text);
    if (address === null) return false;
    return isInRanges(address, allow) || (isPublicAddress(text) && !isOwnAddress(text));
  };
}

/** Connections to this machine's own public address would reach services that are closed to the public. */
function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some((own) => own.address === address));
}
