import type { TObject } from "typebox";
import { FIRST_DAY, LAST_DAY, type Period } from "../../period.ts";
import { sendStream } from "../../send-stream.ts";
import { toColumns } from "./columns.ts";
import { type CsvTable, writeCsv } from "./write-csv.ts";

/** The parts of a reply that are used besides its stream. */
interface CsvReply {
  header(name: string, value: string): unknown;
}

interface CsvFile<Item> extends Omit<CsvTable<Item>, "columns"> {
  /** Content and days of the rows, for the name of the file. */
  readonly name: string;
  readonly period: Period;
  /** Describes a row. */
  readonly row: TObject;
}

/** Sends rows as a file to download. */
export function sendCsv<Reply, Item>(
  request: Parameters<typeof sendStream>[0],
  reply: Parameters<typeof sendStream<Reply>>[1] & CsvReply,
  { name, period, row, ...table }: CsvFile<Item>,
): Promise<Reply> {
  return sendStream(request, reply, {
    pieces: writeCsv({ ...table, columns: toColumns(row) }),
    begin() {
      reply.header("content-type", "text/csv; charset=utf-8; header=present");
      reply.header("content-disposition", `attachment; filename="${toFileName(name, period)}.csv"`);
    },
  });
}

/**
 * File name without extension, from content and days: `sources_2026-10-01_2026-10-30`, `reports_until_2026-10-30`,
 * `reports_all`.
 */
function toFileName(what: string, { startDate, endDate }: Period): string {
  const isOpen = { start: startDate === FIRST_DAY, end: endDate === LAST_DAY };
  if (isOpen.start && isOpen.end) return `${what}_all`;
  if (isOpen.start) return `${what}_until_${endDate}`;
  return isOpen.end ? `${what}_from_${startDate}` : `${what}_${startDate}_${endDate}`;
}
