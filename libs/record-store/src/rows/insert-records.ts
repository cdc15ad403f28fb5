import { encodeJson } from "@ruaflow/report/fields";
import type { Engine } from "../engine/engine.ts";
import { insertLarge, type RowGroup } from "./insert-large.ts";
import { insertLines } from "./insert-lines.ts";
import { constantColumns, recordColumns } from "./record-columns.ts";
import type { RecordBatch } from "./report-row.ts";

const columns = [...constantColumns, ...recordColumns].map(({ name }) => name);

/** From this many characters on, records of one report are worth an insert of their own. */
const LARGE_CHARACTERS = 256 * 1024;

/**
 * Stores records of any number of reports and resolves once they are stored. Neither this function nor the engine
 * checks for existing rows: after a failure, read back the stored rows and insert only the missing ones.
 */
export async function insertRecords(engine: Engine, batches: Iterable<RecordBatch>): Promise<void> {
  const small: RowGroup[] = [];
  for (const [constants, group] of Map.groupBy(batches, toConstants)) {
    const lines = group.flatMap(toLines).filter((line) => line !== "");
    const characters = lines.reduce((sum, { length }) => sum + length, 0);
    if (engine.insertFile && characters >= LARGE_CHARACTERS) await insertLarge(engine.insertFile, { constants, lines });
    else small.push({ constants, lines });
  }
  await insertLines(engine, { table: "records", columns }, toRows(small));
}

function toConstants(batch: RecordBatch): string {
  return encodeJson(constantColumns.map((column) => column.write(batch)));
}

function toLines({ lines }: RecordBatch): readonly string[] {
  return typeof lines === "string" ? lines.split("\n") : lines;
}

function* toRows(groups: readonly RowGroup[]): Generator<string> {
  for (const { constants, lines } of groups) {
    const opening = `${constants.slice(0, -1)},`;
    for (const line of lines) yield `${opening}${line}]`;
  }
}
