export { type WebhookDispatcherSettings, webhookDispatcherSettings } from "./config.ts";
export {
  createWebhookDispatcher,
  toDispatcherOptions,
  WEBHOOK_DISPATCHER_GROUP,
} from "./dispatcher.ts";
export type { DispatcherOptions } from "./dispatcher-options.ts";
