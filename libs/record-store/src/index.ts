export { checkAnalyst } from "./analysts/check-analyst.ts";
export type { Analyst } from "./analysts/names.ts";
export { backupTables } from "./backup/tables.ts";
export { defaultDatabase } from "./engine/engine.ts";
export { createRecordStore, type RecordStore, type RecordStoreOptions } from "./record-store.ts";
export { createSqlReader, type SqlQuestion, type SqlReader } from "./sql-reader.ts";
export { sqlView } from "./sql-view.ts";
