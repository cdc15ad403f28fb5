export { type ApiKey, LIVE_API_KEYS_MAX, type Scope, scopes } from "./api-keys.ts";
export { type CountedReporters, countedReporters, type Organization, type Plan, plans } from "./organizations.ts";
export type { TenantsStore } from "./tenants-store.ts";
