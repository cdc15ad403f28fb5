import { encodeJson } from "@ruaflow/report/fields";
import type { Engine } from "../engine/engine.ts";
import { insertLines } from "./insert-lines.ts";
import { constantColumns, recordColumns } from "./record-columns.ts";
import type { RecordBatch } from "./report-row.ts";

const columns = [...constantColumns, ...recordColumns].map(({ name }) => name);

/**
 * Stores records of any number of reports and resolves once they are stored. Neither this function nor the engine
 * checks for existing rows: after a failure, read back the stored rows and insert only the missing ones.
 */
export async function insertRecords(engine: Engine, batches: Iterable<RecordBatch>): Promise<void> {
  await insertLines(engine, { table: "records", columns }, toLines(batches));
}

function* toLines(batches: Iterable<RecordBatch>): Generator<string> {
  for (const batch of batches) {
    const opening = `${encodeJson(constantColumns.map((column) => column.write(batch))).slice(0, -1)},`;
    const lines = typeof batch.lines === "string" ? batch.lines.split("\n") : batch.lines;
    for (const line of lines) {
      if (line !== "") yield `${opening}${line}]`;
    }
  }
}
