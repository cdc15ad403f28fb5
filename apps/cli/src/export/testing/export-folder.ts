// node export-folder.ts DATA TO: exports each format of the ClickHouse in the folder DATA, and prints what failed.
import { createRecordStore } from "@ruaflow/record-store";
import { describeError } from "@ruaflow/runtime/errors";
import { exportMonths } from "../export-months.ts";

const [, , path = "", folder = ""] = process.argv;
const store = await createRecordStore({ path });
const view = await store.exports.findView("records");
const range = { since: "2026-01-01", until: "2026-12-31" };
for (const format of ["csv", "jsonl", "parquet"] as const) {
  const options = { view: "records", format, organizationId: null, counted: true, source: view, range, folder };
  await exportMonths(store.exports, options).catch((error) => console.log(`${format}: ${describeError(error)}`));
}
await store.close();
