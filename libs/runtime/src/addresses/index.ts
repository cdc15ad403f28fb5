export {
  type AddressList,
  type AddressRange,
  createAddressList,
  isMappedAddress,
  parseAddressList,
  parseAddressRange,
} from "./address-list.ts";
