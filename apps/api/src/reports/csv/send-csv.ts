import type { TObject } from "typebox";
import type { Period } from "../../period.ts";
import { sendStream } from "../../send-stream.ts";
import { toColumns } from "./columns.ts";
import { toFileName } from "./file-name.ts";
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
