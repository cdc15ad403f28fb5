import { constantColumns, recordColumns } from "./record-columns.ts";
import { reportColumns } from "./report-columns.ts";

/**
 * Version of the hash of a report's rows. Hashes of other forms cannot be compared: raise it with every change of the
 * columns or of the expression, and each report is verified by its content once more.
 */
export const ROWS_HASH_FORM = 1;

/**
 * Not the number of the attempt, which changes when duplicates are removed, nor the domain that vouches: earlier releases did not
 * store it, and the ledger has it. Neither says anything about the content.
 */
const isHashed = (name: string) => name !== "attempt" && name !== "reporter_domain";

/** Columns of either table that are in the hash. */
export const hashedColumns = {
  records: [...constantColumns, ...recordColumns].map(({ name }) => name).filter(isHashed),
  reports: reportColumns.map(({ name }) => name).filter(isHashed),
};

/**
 * SQL: the hash of one row. Their sum is the hash of many: it does not depend on an order, and a row that is stored twice
 * changes it. A tuple, because a hash of several arguments is NULL as soon as one of them is.
 */
export const rowHash = {
  records: toHash(hashedColumns.records),
  reports: toHash(hashedColumns.reports),
};

function toHash(columns: readonly string[]): string {
  return `reinterpretAsInt64(cityHash64(tuple(${columns.join(", ")})))`;
}
