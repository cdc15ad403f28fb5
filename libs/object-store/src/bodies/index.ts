export { type BodyStore, type BodyStores, isObjectKey } from "./body-store.ts";
export { openBodyStores } from "./open-body-stores.ts";
export { rawStoreSettings } from "./settings.ts";
