// `npm run measure:classes -- [--half development|held-out|all] [--list]`: precision and recall of the rules of class on the labelled sources.
import { parseArgs } from "node:util";
import { hasCorpus, warnWithoutCorpus } from "../support/corpus.ts";
import { countPairs, measureClasses } from "./confusion.ts";
import { HALVES, type Half } from "./halves.ts";
import { type Judged, judgeCorpus, judgePublished } from "./judge-labels.ts";
import { CLASSES, isOfCorpus } from "./read-labels.ts";

const { values } = parseArgs({
  options: { list: { type: "boolean", default: false }, half: { type: "string", default: "" } },
});
if (!hasCorpus) warnWithoutCorpus();
const judged = [...judgePublished(), ...(hasCorpus ? await judgeCorpus() : [])];
for (const half of HALVES.filter((name) => values.half === "" || values.half === name)) printHalf(half);
if (values.half === "all") printHalf("all");

function printHalf(half: Half | "all"): void {
  const chosen = judged.filter((one) => half === "all" || one.half === half);
  for (const [origin, some] of Map.groupBy(chosen, (one) => one.origin)) print(`${origin}, ${half}`, some);
  if (values.list) for (const one of chosen) printDifference(one);
}

function print(name: string, some: readonly Judged[]): void {
  const percent = (share: number) => (Number.isNaN(share) ? "–" : `${(100 * share).toFixed(0)} %`);
  console.log(`\n${name}: ${some.length} sources\n`);
  console.log(`| class | labelled | found | precision | recall | ${CLASSES.join(" | ")} |\n|${" --- |".repeat(10)}`);
  const pairs = countPairs(some);
  for (const [row, one] of measureClasses(some).entries()) {
    const cells = [one.class, one.labelled, one.judged, percent(one.precision), percent(one.recall)];
    console.log(`| ${[...cells, ...(pairs[row] ?? [])].join(" | ")} |`);
  }
  const right = some.filter(({ label, verdict }) => label.class === verdict.class).length;
  console.log(`\n${right} of ${some.length} have the class of their label (${percent(right / some.length)})`);
}

function printDifference({ label, verdict }: Judged): void {
  if (label.class === verdict.class) return;
  const where = isOfCorpus(label) ? `${label.origin.file} ${label.positions}` : label.domain;
  console.log(`\n${where}: ${label.class}, found ${verdict.class} (${verdict.evidence.rule})`);
  console.log(`  ${label.reason}\n  ${verdict.explanation}`);
}
