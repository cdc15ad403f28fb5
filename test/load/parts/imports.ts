import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTestBroker } from "../../../infra/kafka/test-broker.ts";
import { compareImports } from "../compare-imports.ts";
import { openCorpusFolder } from "../corpus-folder.ts";
import { startEmbeddedTarget } from "../embedded-target.ts";
import type { Figure } from "../figure.ts";
import type { Comparison } from "../import-figures.ts";
import { startKafkaTarget } from "../kafka-target.ts";
import type { Part, PartContext, PartOutput } from "../part.ts";
import type { Target } from "../target.ts";
import { writeLargeReport } from "../write-reports.ts";

type Start = () => Promise<Target>;
type Goals = Pick<Comparison, "goalRatio" | "goalStoring">;
const CORPUS_GOALS: Goals = { goalRatio: 4, goalStoring: 15 };
const REPORT_GOALS: Goals = { goalRatio: 20 };

export const corpusPart: Part = {
  name: "corpus",
  title: "many files, embedded mode",
  run: (context) => compareCorpus(context, startEmbeddedTarget, CORPUS_GOALS),
};

export const reportPart: Part = {
  name: "report",
  title: "one large report, embedded mode",
  run: (context) => compareReport(context, startEmbeddedTarget, REPORT_GOALS),
};

export const kafkaPart: Part = {
  name: "kafka",
  title: "the same on Kafka: import, API and record-writer as processes, with Kafka, PostgreSQL and ClickHouse",
  async run(context) {
    const broker = await findTestBroker();
    if (broker.kind === "none")
      return { figures: [], notes: [`NOT MEASURED: Kafka was not found; install ${broker.missing}`] };
    const corpus = await compareCorpus(context, startKafkaTarget);
    const report = await compareReport(context, startKafkaTarget);
    const named = [...withPrefix("files: ", corpus.figures), ...withPrefix("report: ", report.figures)];
    return { figures: named, notes: [...new Set([...corpus.notes, ...report.notes])] };
  },
};

function withPrefix(prefix: string, figures: readonly Figure[]): Figure[] {
  return figures.map((figure) => ({ ...figure, name: `${prefix}${figure.name.trim()}` }));
}

async function compareCorpus(context: PartContext, start: Start, goals: Goals = {}): Promise<PartOutput> {
  const { folder, files, description } = await openCorpusFolder(context.options.corpus);
  context.progress(description);
  const comparison = { start, path: folder, unit: "files", amount: files, ...goals };
  const { figures, notes } = await compareImports(comparison, context);
  return { figures, notes: [description, ...notes] };
}

async function compareReport(context: PartContext, start: Start, goals: Goals = {}): Promise<PartOutput> {
  const amount = context.options.reportRecords;
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-bench-report-"));
  try {
    const path = join(folder, "report.xml");
    await writeLargeReport(path, amount);
    const comparison = { start, path, unit: "records", amount, ...goals };
    const { figures, notes } = await compareImports(comparison, context);
    return { figures, notes: [`one generated report of ${amount.toLocaleString("en")} records`, ...notes] };
  } finally {
    await rm(folder, { recursive: true });
  }
}
