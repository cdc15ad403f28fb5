export { type CheckSummary, summarizeCheck } from "../summarize-check.ts";
export { listAllRecords, lookUpWatchedRecords, type WatchedRecord, watchedRecords } from "../watched-records.ts";
