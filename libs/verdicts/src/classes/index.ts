export type { VerdictStores } from "../verdict-stores.ts";
export { type ForgeryStores, isForgery, isRefusedForgery, readForgeries } from "./forgeries.ts";
