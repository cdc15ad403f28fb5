// `npm run chaos:reconcile -- --reports 100000 --tampered 200`: tampers with rows in every way, and shows that all of it is
// found and repaired, and that nothing else is.
import { parseArgs } from "node:util";
import { printHelpIfAsked } from "../../support/print-help.ts";
import { runReconcile } from "./run.ts";

printHelpIfAsked(`Compares reports with their rows while reports arrive and domains are deleted, tampers
with rows in every way, compares, repairs from the bytes that arrived, and recounts.

  --reports N    reports to import (default 2000)
  --tampered N   reports to tamper with (default 200)`);

const { values } = parseArgs({
  options: { reports: { type: "string", default: "2000" }, tampered: { type: "string", default: "200" } },
});
const [reports, tampered] = [Number(values.reports), Number(values.tampered)];
const result = await runReconcile({ reports, tampered, log: (line) => console.error(line) });
const { comparisonsMeanwhile, alarmsMeanwhile, alarmsOnClean, recognized, mistaken, left, differences } = result;
for (const line of [...mistaken, ...differences].slice(0, 20)) console.log(`  ${line}`);
console.log(
  `${recognized} of ${tampered} tampered reports recognized, ${mistaken.length} mistakes, ${left} left after the repair, ` +
    `${differences.length} differences from a recount; false alarms: ${alarmsOnClean.join(", ")} on ${reports} clean reports, ` +
    `${alarmsMeanwhile} in ${comparisonsMeanwhile} comparisons while reports arrived and domains were deleted.`,
);
const alarms = alarmsMeanwhile + alarmsOnClean.reduce((sum, count) => sum + count, 0);
process.exit(recognized === tampered && mistaken.length + left + differences.length + alarms === 0 ? 0 : 1);
