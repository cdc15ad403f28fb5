export {
  type Delivery,
  type DeliveryAttempt,
  type DeliveryDetail,
  type DeliveryFilter,
  type DeliveryStatus,
  deliveryStatuses,
} from "./deliveries.ts";
export type { ClaimedDelivery } from "./delivery-claims.ts";
export type { StatusCount } from "./delivery-counts.ts";
export type { DeliveryStep, DisableRule, SavedResult } from "./delivery-results.ts";
export type { DeliveryStore } from "./delivery-store.ts";
export type { SavedEvent } from "./events.ts";
export { WEBHOOKS_MAX, type Webhook } from "./webhooks.ts";
