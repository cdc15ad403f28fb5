export type { VerdictStores } from "../verdict-stores.ts";
export { type ClassifiedMail, createClassifier, streamClassifiedMail } from "./classify-mail.ts";
export { type ForgeryStores, isRefusedForgery, readRefusedForgeries } from "./refused-forgeries.ts";
export type { SourceVerdict } from "./source-verdict.ts";
