import type { QueryParams } from "../engine/engine.ts";

/** Formats by the name that operators use, which is also the file's ending. */
export const exportFormats = { parquet: "Parquet", csv: "CSVWithNames", jsonl: "JSONEachRow" } as const;

export type ExportFormat = keyof typeof exportFormats;

/** Which rows of a view: whole UTC days, both included. */
export interface ExportRange {
  /** Absent: all organizations. */
  readonly organizationId?: string;
  /** `YYYY-MM-DD`. */
  readonly since: string;
  readonly until: string;
  /** Only reports that count; absent: all that the view has. */
  readonly isCountedOnly?: boolean;
}

export interface ExportView {
  /** Its name in SQL. */
  readonly table: string;
  /** Whether its rows say if their report counts; otherwise it has counted reports only. */
  readonly isCountable: boolean;
}

export interface ExportFile {
  readonly view: ExportView;
  readonly format: ExportFormat;
  readonly range: ExportRange;
  /** Absolute path of the file; it must not exist. */
  readonly path: string;
}

// One thread and small blocks keep memory flat: 3 million rows were written within 75 MiB.
const settings = [
  "max_threads = 1",
  "max_block_size = 8192",
  "max_insert_block_size = 65536",
  "max_memory_usage = 1073741824",
  "max_execution_time = 3600",
  "output_format_parquet_row_group_size = 65536",
  "output_format_parquet_parallel_encoding = 0",
  "output_format_parallel_formatting = 0",
  "output_format_json_quote_64bit_integers = 0",
].join(", ");

export const exportSettings = `SETTINGS ${settings}`;

/** The rows of the view, or others computed from them, without `SETTINGS` and `FORMAT`. */
export function toExportQuery(view: ExportView, range: ExportRange, columns = "*") {
  const { where, params } = toRangeCondition({
    ...range,
    isCountedOnly: view.isCountable && range.isCountedOnly === true,
  });
  return { query: `SELECT ${columns} FROM ${view.table} WHERE ${where}`, params };
}

export function toRangeCondition({ organizationId, since, until, isCountedOnly = false }: ExportRange): {
  where: string;
  params: QueryParams;
} {
  const days = `day >= {since:Date} AND day <= {until:Date}${isCountedOnly ? " AND counted" : ""}`;
  if (organizationId === undefined) return { where: days, params: { since, until } };
  const where = `organization_id = {organizationId:String} AND ${days}`;
  return { where, params: { organizationId, since, until } };
}
