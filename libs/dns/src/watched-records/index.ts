export { chooseDmarcRecord, type DmarcRecord } from "../records/dmarc-record.ts";
export { type WatchedRecord, watchedRecords } from "../records/seen-record.ts";
export { listAllRecords, lookUpWatchedRecords } from "../records/watched-records.ts";
export { type CheckSummary, summarizeCheck } from "./summarize-check.ts";
