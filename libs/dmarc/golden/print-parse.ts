import { createReadStream } from "node:fs";
import type { ReportRecord } from "@ruaflow/report";
import { parseReport } from "../src/parse/index.ts";

/** Prints what the parser reads of the files named on the command line, in the form of the golden files. */
for (const name of process.argv.slice(2)) {
  const records: ReportRecord[] = [];
  const result = await parseReport(createReadStream(name), { onRecord: (record) => void records.push(record) });
  console.log(JSON.stringify(result.kind === "report" ? { ...result, records } : { ...result, detail: undefined }, null, 2));
}
