import { fieldForms } from "@ruaflow/report/fields";
import { constantColumns, recordColumns } from "./record-columns.ts";
import { reportColumns } from "./report-columns.ts";

/** To be raised with every change of `hashedColumns`, except by new forms of the table of fields, or of the expression. */
const HASH_VERSION = 0;

/**
 * Version of the hash of a report's rows. Hashes of other forms cannot be compared: each report is then verified by its content
 * once more.
 */
export const ROWS_HASH_FORM = HASH_VERSION + fieldForms.length;

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

/** The hash of a row over these columns. */
export function toHash(columns: readonly string[]): string {
  return `reinterpretAsInt64(cityHash64(tuple(${columns.join(", ")})))`;
}
