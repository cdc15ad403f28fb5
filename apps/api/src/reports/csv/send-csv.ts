import { sendStream } from "../send-stream.ts";
import { type CsvTable, writeCsv } from "./write-csv.ts";

/** What is needed of a reply besides its stream; that of every route fits. */
interface CsvReply {
  header(name: string, value: string): unknown;
}

/** Sends a table as a file to download: `name` and `.csv`. */
export function sendCsv<Reply, Item>(
  request: Parameters<typeof sendStream>[0],
  reply: Parameters<typeof sendStream<Reply>>[1] & CsvReply,
  { name, ...table }: CsvTable<Item> & { readonly name: string },
): Promise<Reply> {
  return sendStream(request, reply, {
    pieces: writeCsv(table),
    begin() {
      reply.header("content-type", "text/csv; charset=utf-8; header=present");
      reply.header("content-disposition", `attachment; filename="${name}.csv"`);
    },
  });
}
