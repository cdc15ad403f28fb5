export { type AddressList, createAddressList, isMappedAddress, parseAddressList } from "./address-list.ts";
