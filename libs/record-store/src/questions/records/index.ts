export type { ListRecordsOptions, RecordSort } from "./list-records.ts";
export type { ListedRecord } from "./listed-record.ts";
