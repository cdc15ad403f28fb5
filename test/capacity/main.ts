// `npm run capacity`: what a number of reports a day takes, from measured figures; docs/capacity.md explains the rows.
import { parseArgs } from "node:util";
import { printHelpIfAsked } from "../support/print-help.ts";
import { DEFAULT_LOAD } from "./capacity.ts";
import { REPORTS_PER_DAY, toCapacityTable } from "./to-table.ts";

printHelpIfAsked(`Computes cores, bytes and servers for a number of reports a day.

  --reports-per-day N[,N]  (${REPORTS_PER_DAY.join()})
  --records-per-report N   (${DEFAULT_LOAD.recordsPerReport})
  --peak N                 the busiest hour against the mean one (${DEFAULT_LOAD.peak})
  --kept-days N            how long reports are kept (${DEFAULT_LOAD.keptDays})`);

const text = { type: "string" } as const;
const { values } = parseArgs({
  options: { "reports-per-day": text, "records-per-report": text, peak: text, "kept-days": text },
});
const reportsPerDay = values["reports-per-day"]?.split(",").map(toNumber) ?? REPORTS_PER_DAY;
const toOption = (value: string | undefined, otherwise: number) => (value === undefined ? otherwise : toNumber(value));
console.log(
  toCapacityTable(reportsPerDay, {
    recordsPerReport: toOption(values["records-per-report"], DEFAULT_LOAD.recordsPerReport),
    peak: toOption(values.peak, DEFAULT_LOAD.peak),
    keptDays: toOption(values["kept-days"], DEFAULT_LOAD.keptDays),
  }),
);

function toNumber(value: string): number {
  const number = Number(value);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Error(`${value} is not a number above 0`);
}
