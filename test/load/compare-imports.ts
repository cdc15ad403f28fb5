import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countCpu } from "./count-cpu.ts";
import {
  type Comparison,
  PROCESSES,
  type Round,
  type Storing,
  type Timing,
  toImportFigures,
} from "./import-figures.ts";
import { runParsedmarc } from "./parsedmarc/run.ts";
import { storeWithParsedmarc } from "./parsedmarc/store.ts";
import type { PartContext, PartOutput } from "./part.ts";
import { importPath } from "./target.ts";

/** Imports the same files into an empty Ruaflow and parses them with parsedmarc, in turn. Figures are per second. */
export async function compareImports(comparison: Comparison, context: PartContext): Promise<PartOutput> {
  const { options, progress } = context;
  const parsedmarc = await context.parsedmarc();
  const rounds: Round[] = [];
  for (let round = 1; round <= options.repetitions; round += 1) {
    progress(`round ${round} of ${options.repetitions}`);
    // Every other round in reverse order, so that a machine that slows down favours neither.
    const before = round % 2 === 1 ? await measureRuaflow(comparison) : undefined;
    const alone = await measureParsedmarc(comparison, parsedmarc.python, 1);
    const parallel = await measureParsedmarc(comparison, parsedmarc.python, PROCESSES);
    const { python } = parsedmarc;
    const storing = python === null ? null : await storeWithParsedmarc(python, comparison.path, 1);
    rounds.push({ ruaflow: before ?? (await measureRuaflow(comparison)), alone, parallel, storing });
  }
  const notes = [
    "Each figure is a whole command, including its start: ruaflow import ends when the reports can be queried;",
    "parsedmarc only parsing: its Python API (offline, no DNS) ends when they are written as JSON.",
    "parsedmarc storing: its command with the output PostgreSQL, on the same embedded PostgreSQL, one process (offline, no DNS).",
    ...(parsedmarc.python === null ? [`NOT MEASURED: ${parsedmarc.reason}`] : [`parsedmarc ${parsedmarc.version}`]),
  ];
  return { figures: toImportFigures(rounds, comparison), notes };
}

async function measureRuaflow({ start, path }: Comparison): Promise<Timing & Storing> {
  const target = await start();
  try {
    const { seconds: startSeconds } = await withEmptyFolder((empty) => importPath(target, empty));
    const { result, cpuSeconds } = await countCpu(() => importPath(target, path));
    return { startSeconds, seconds: result.seconds, cpuSeconds, stored: result.stored };
  } finally {
    await target.stop();
  }
}

async function measureParsedmarc({ path }: Comparison, python: string | null, processes: number) {
  if (python === null) return null;
  const { seconds: startSeconds } = await withEmptyFolder((empty) => runParsedmarc(python, empty, processes));
  const { result, cpuSeconds } = await countCpu(() => runParsedmarc(python, path, processes));
  return { startSeconds, seconds: result.seconds, cpuSeconds };
}

async function withEmptyFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-bench-empty-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
