import { networkInterfaces } from "node:os";
import { type AddressRanges, isInRanges, parseAddress } from "./address-ranges.ts";
import { isPublicAddress } from "./classify-address.ts";

/**
 * Whether this machine may send webhooks to an address: to the public internet without the machine itself, and to the
 * operator's ranges.
 */
export function createAddressGuard(allow: AddressRanges): (address: string) => boolean {
  return (text) => {
    const address = parseAddress(text);
    if (address === null) return false;
    return isInRanges(address, allow) || (isPublicAddress(text) && !isOwnAddress(text));
  };
}

/** A public address of this machine leads to what it keeps from the public. */
function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((own) => own?.some((each) => each.address === address));
}
