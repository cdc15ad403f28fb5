// `npm run measure:classes -- [--half development|held-out|all] [--summary] [--list] [--causes]`: precision and recall of the rules of class on the
// labelled sources. `--causes` prints those of causes and next steps, `--summary` the table of figures.txt, `--list` each source that is judged otherwise.
import { parseArgs } from "node:util";
import { hasCorpus, warnWithoutCorpus } from "../support/corpus.ts";
import { countCauses, countPairs } from "./confusion.ts";
import { describeFigures, FIGURES_HEAD, listSummary } from "./figures.ts";
import { HALVES, type Half } from "./halves.ts";
import { type Judged, judgeCorpus, judgeNamed, judgePublished } from "./judge-labels.ts";
import { CLASSES, isNamed, isOfCorpus } from "./read-labels.ts";

const { values } = parseArgs({
  options: {
    list: { type: "boolean", default: false },
    summary: { type: "boolean", default: false },
    causes: { type: "boolean", default: false },
    half: { type: "string", default: "" },
  },
});
if (!hasCorpus) warnWithoutCorpus();
const judged = [...judgePublished(), ...judgeNamed(), ...(hasCorpus ? await judgeCorpus() : [])];
if (values.summary) console.log(listSummary(judged).join("\n"));
else {
  for (const half of HALVES.filter((name) => values.half === "" || values.half === name)) printHalf(half);
  if (values.half === "all") printHalf("all");
}

function printHalf(half: Half | "all"): void {
  const chosen = judged.filter((one) => half === "all" || one.half === half);
  for (const [origin, some] of Map.groupBy(chosen, (one) => one.origin)) print(`${origin}, ${half}`, some);
  if (values.causes) printCauses(chosen);
  if (values.list) for (const one of chosen) printDifference(one);
}

/** Rows: labels; further columns: verdicts. */
function print(name: string, some: readonly Judged[]): void {
  console.log(`\n${name}: ${some.length} sources\n`);
  console.log(`${FIGURES_HEAD} ${CLASSES.join(" | ")} |\n|${" --- |".repeat(10)}`);
  const pairs = countPairs(some);
  for (const [row, line] of describeFigures(some).entries()) console.log(`${line} ${pairs[row]?.join(" | ")} |`);
  const right = some.filter(({ label, verdict }) => label.class === verdict.class).length;
  console.log(
    `\n${right} of ${some.length} have the class of their label (${((100 * right) / some.length).toFixed(0)} %)`,
  );
}

function printCauses(some: readonly Judged[]): void {
  const rows = countCauses(some);
  console.log("\n| cause | labelled | found | precision | recall |\n| --- | --- | --- | --- | --- |");
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
}

function printDifference({ label, verdict }: Judged): void {
  const isRightCause = isOfCorpus(label) || !isNamed(label) || label.causes.includes(verdict.cause);
  if (label.class === verdict.class && isRightCause) return;
  const where = isOfCorpus(label) ? `${label.origin.file} ${label.positions}` : label.domain;
  console.log(`\n${where}: ${label.class}, found ${verdict.class} (${verdict.evidence.rule}, ${verdict.cause})`);
  console.log(`  ${label.reason}\n  ${verdict.explanation}`);
}
