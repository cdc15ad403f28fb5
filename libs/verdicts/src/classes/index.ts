export type { VerdictStores } from "../verdict-stores.ts";
export { type ClassifiedMail, createClassifier, streamClassifiedMail } from "./classify-mail.ts";
export { type ForgeryStores, isForgery, isRefusedForgery, readForgeries } from "./forgeries.ts";
export type { SourceVerdict } from "./source-verdict.ts";
