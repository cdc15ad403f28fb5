export type { Answer, Csv, OperationName, Query, RequestBody } from "./caller.ts";
export { type Client, createClient } from "./client.ts";
export { type FaultyPart, RuaflowError } from "./error.ts";
export type { WebhookEvent, WebhookEvents } from "./events.ts";
export type { Body, CallOptions } from "./outgoing-request.ts";
export type { ClientOptions } from "./send.ts";
export { type Delivery, verifyWebhook, WebhookSignatureError } from "./verify-webhook.ts";
