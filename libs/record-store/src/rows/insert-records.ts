import { encodeJson } from "@ruaflow/report/fields";
import { joinLines, splitLines } from "@ruaflow/report/message";
import type { InsertingEngine } from "../engine/engine.ts";
import { insertLarge, type RowGroup } from "./insert-large.ts";
import { insertLines } from "./insert-lines.ts";
import { constantColumns, recordColumns } from "./record-columns.ts";
import type { RecordBatch } from "./report-row.ts";

const columns = [...constantColumns, ...recordColumns].map(({ name }) => name);

/** From this size on, records of one report are worth an insert of their own. */
const LARGE_BYTES = 256 * 1024;

/**
 * Stores records of any number of reports and resolves once they are stored. Neither this function nor the engine
 * checks for existing rows: after a failure, read back the stored rows and insert only the missing ones.
 */
export async function insertRecords(engine: InsertingEngine, batches: Iterable<RecordBatch>): Promise<void> {
  const small: RowGroup[] = [];
  for (const [constants, group] of Map.groupBy(batches, toConstants)) {
    const texts = group.map(toText).filter(({ length }) => length > 0);
    const bytes = texts.reduce((sum, { length }) => sum + length, 0);
    if (engine.insertFile && bytes >= LARGE_BYTES) await insertLarge(engine.insertFile, { constants, texts });
    else small.push({ constants, texts });
  }
  await insertLines(engine, { table: "records", columns }, toRows(small));
}

function toConstants(batch: RecordBatch): string {
  return encodeJson(constantColumns.map((column) => column.write(batch)));
}

function toText({ lines }: RecordBatch): Uint8Array {
  return lines instanceof Uint8Array ? lines : joinLines(lines);
}

function* toRows(groups: readonly RowGroup[]): Generator<string> {
  for (const { constants, texts } of groups) {
    const opening = `${constants.slice(0, -1)},`;
    for (const text of texts) for (const line of splitLines(text)) yield `${opening}${line}]`;
  }
}
