export { type ApiKey, LIVE_API_KEYS_MAX, OPERATOR_SCOPE, type Scope, scopes, type TenantScope } from "./api-keys.ts";
export {
  type CountedReporters,
  countedReporters,
  type Organization,
  type Plan,
  plans,
  REPORT_ADDRESSES_MAX,
} from "./organizations.ts";
export type { Reach } from "./reach.ts";
export type { TenantsStore } from "./tenants-store.ts";
