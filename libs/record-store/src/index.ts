export { createRecordStore, type RecordStore } from "./record-store.ts";
export { recordStoreSettings } from "./settings.ts";
export { sqlView } from "./sql-view.ts";
