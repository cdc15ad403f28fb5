export { chooseDmarcRecord, type DmarcRecord } from "../dmarc-record.ts";
export { listAllRecords, lookUpWatchedRecords, type WatchedRecord, watchedRecords } from "../watched-records.ts";
export { type CheckSummary, summarizeCheck } from "./summarize-check.ts";
