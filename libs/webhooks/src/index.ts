export { type AddressRanges, parseAddressRanges } from "./address/address-ranges.ts";
export { checkWebhookUrl, type WebhookUrlCheck, type WebhookUrlProblem } from "./address/check-webhook-url.ts";
export { isAllowedAddress, isPublicAddress } from "./address/classify-address.ts";
