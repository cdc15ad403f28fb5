export { type WebhookDispatcherSettings, webhookDispatcherSettings } from "./config.ts";
export { createWebhookDispatcher, toDispatcherOptions } from "./dispatcher.ts";
export type { DispatcherOptions } from "./dispatcher-options.ts";
