import { encodeJson } from "@ruaflow/report/fields";
import type { InsertingEngine } from "../engine/engine.ts";
import { insertLines } from "./insert-lines.ts";
import { reportColumns } from "./report-columns.ts";
import type { ReportRow } from "./report-row.ts";

const columns = reportColumns.map(({ name }) => name);

/** Stores rows of `reports`, with the same guarantees as {@link insertRecords}. */
export async function insertReports(engine: InsertingEngine, rows: readonly ReportRow[]): Promise<void> {
  const lines = rows.map((row) => encodeJson(reportColumns.map((column) => column.write(row))));
  await insertLines(engine, { table: "reports", columns }, lines);
}
