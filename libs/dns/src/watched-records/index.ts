export { describeChange } from "../describe-change.ts";
export { lookUpWatchedRecords, type SeenRecord, toRecordValue, type WatchedRecord } from "../watched-records.ts";
