export { type WebhookDispatcherSettings, webhookDispatcherSettings } from "./config.ts";
export {
  createWebhookDispatcher,
  type DispatcherOptions,
  toDispatcherOptions,
  WEBHOOK_DISPATCHER_GROUP,
} from "./dispatcher.ts";
