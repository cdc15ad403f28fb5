export { announce } from "./announce.ts";
export { describeRecordStore, promisesAbout } from "./describe-record-store.ts";
export { executeStatement, selectRows } from "./execute-statement.ts";
export { type GeneratedReport, generateReports } from "./generate-reports.ts";
export { countReport, toListed } from "./recount.ts";
export { recountMail } from "./recount-mail.ts";
export { sampleReport } from "./sample-report.ts";
export { storeReports, toBatch } from "./store-reports.ts";
export { createTemporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";
