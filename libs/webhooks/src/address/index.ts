export { checkWebhookUrl, type WebhookUrlCheck } from "./check-webhook-url.ts";
export { isPublicAddress } from "./classify-address.ts";
