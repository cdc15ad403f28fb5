export type { BodyStore, BodyStores } from "./body-store.ts";
export { openBodyStores } from "./open-body-stores.ts";
export { rawStoreSettings } from "./settings.ts";
