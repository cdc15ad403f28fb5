export { type ApiKey, LIVE_API_KEYS_MAX, OPERATOR_SCOPE, type Scope, scopes, type TenantScope } from "./api-keys.ts";
export {
  type CountedReporters,
  countedReporters,
  type Organization,
  type Plan,
  plans,
  REPORT_ADDRESSES_MAX,
} from "./organizations.ts";
export { SAVED_VIEWS_MAX, type SavedView, VIEW_ADDRESS_CHARS_MAX, VIEW_NAME_CHARS_MAX } from "./saved-views.ts";
export { type Reach, SHARE_LINKS_MAX, SHARE_NAME_CHARS_MAX, SHARED_SCOPES, type ShareLink } from "./share-links.ts";
export type { TenantsStore } from "./tenants-store.ts";
