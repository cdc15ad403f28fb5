export type { AttentionCopy, CopyKey, CopyRange, DomainCopy } from "./domain-copies.ts";
export type { AlignedSums } from "./read-aligned-sums.ts";
export type { ReadBack } from "./read-back.ts";
export type { RecordBatch, ReportRow } from "./report-row.ts";
export { ROWS_HASH_FORM } from "./rows-hash.ts";
export { toStoredDay, toStoredTime } from "./stored-values.ts";
