// `npm run measure:classes -- [--list]`: precision and recall of the rules of class on the labelled sources.
import { parseArgs } from "node:util";
import { hasCorpus, warnWithoutCorpus } from "../support/corpus.ts";
import { countPairs, measureClasses } from "./confusion.ts";
import { type Judged, judgeCorpus, judgePublished } from "./judge-labels.ts";
import { CLASSES, isOfCorpus } from "./read-labels.ts";

const { values } = parseArgs({ options: { list: { type: "boolean", default: false } } });
if (!hasCorpus) warnWithoutCorpus();
const published = judgePublished();
const corpus = hasCorpus ? await judgeCorpus() : [];
print("published reports", published);
if (hasCorpus) print("shared corpus", corpus);
if (values.list) for (const one of [...published, ...corpus]) printDifference(one);

function print(name: string, judged: readonly Judged[]): void {
  const percent = (share: number) => (Number.isNaN(share) ? "–" : `${(100 * share).toFixed(0)} %`);
  console.log(`\n${name}: ${judged.length} sources\n`);
  console.log(`| class | labelled | found | precision | recall | ${CLASSES.join(" | ")} |\n|${" --- |".repeat(10)}`);
  const pairs = countPairs(judged);
  for (const [row, one] of measureClasses(judged).entries()) {
    const cells = [one.class, one.labelled, one.judged, percent(one.precision), percent(one.recall)];
    console.log(`| ${[...cells, ...(pairs[row] ?? [])].join(" | ")} |`);
  }
  const right = judged.filter(({ label, verdict }) => label.class === verdict.class).length;
  console.log(`\n${right} of ${judged.length} have the class of their label (${percent(right / judged.length)})`);
}

function printDifference({ label, verdict }: Judged): void {
  if (label.class === verdict.class) return;
  const where = isOfCorpus(label) ? `${label.origin.file} ${label.positions}` : label.domain;
  console.log(`\n${where}: ${label.class}, found ${verdict.class} (${verdict.evidence.rule})`);
  console.log(`  ${label.reason}\n  ${verdict.explanation}`);
}
