export { describeChange } from "../describe-change.ts";
export {
  lookUpWatchedRecords,
  type SeenRecord,
  toRecordValue,
  type WatchedRecord,
  watchedRecords,
} from "../watched-records.ts";
