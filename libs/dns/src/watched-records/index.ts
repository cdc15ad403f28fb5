export { chooseDmarcRecord, type DmarcRecord } from "../dmarc-record.ts";
export { type WatchedRecord, watchedRecords } from "../seen-record.ts";
export { listAllRecords, lookUpWatchedRecords } from "../watched-records.ts";
export { type CheckSummary, summarizeCheck } from "./summarize-check.ts";
