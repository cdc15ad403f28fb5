import Table from "cli-table3";
import { clean } from "./explain/to-text.ts";

/** Prints rows as a table for people, or as JSON for scripts. */
export function printRows(rows: readonly Record<string, string>[], { json }: { json: boolean }): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return;
  }
  const [first] = rows;
  if (!first) {
    process.stdout.write("(0 rows)\n");
    return;
  }
  const table = new Table({ head: Object.keys(first), style: { head: [], border: [] } });
  for (const row of rows) table.push(Object.values(row).map(clean));
  process.stdout.write(`${table.toString()}\n`);
}
