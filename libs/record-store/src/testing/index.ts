export { describeRecordStore, type RecordStoreHarness } from "./describe-record-store.ts";
export { executeStatement } from "./execute-statement.ts";
export { type GeneratedReport, type GenerateOptions, generateReports } from "./generate-reports.ts";
export { countReport, recountFailures, recountReports, recountSources, toListed } from "./recount.ts";
export { sampleRecord, sampleReport } from "./sample-report.ts";
export { storeReports, toBatch } from "./store-reports.ts";
export { createTemporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";
