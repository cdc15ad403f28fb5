export { describeRecordStore } from "./describe-record-store.ts";
export { type GeneratedReport, generateReports } from "./generate-reports.ts";
export { countReport, recountFailures, recountReports, recountSources, toListed } from "./recount.ts";
export { sampleRecord, sampleReport } from "./sample-report.ts";
export { storeReports, toBatch } from "./store-reports.ts";
export { createTemporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";
