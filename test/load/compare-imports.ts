import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { Figure } from "./figure.ts";
import { runParsedmarc } from "./parsedmarc/run.ts";
import type { PartContext, PartOutput } from "./part.ts";
import { importPath, type Target } from "./target.ts";

export interface Comparison {
  readonly start: () => Promise<Target>;
  readonly path: string;
  /** What is counted, for example `files`, and how many the path contains. */
  readonly unit: string;
  readonly amount: number;
  /** How many times faster than one process of parsedmarc Ruaflow must be; `undefined` without a promise. */
  readonly goalRatio?: number;
}

const PROCESSES = availableParallelism();

/** Seconds of a whole command, and of the same command without files. */
interface Timing {
  readonly seconds: number;
  readonly startSeconds: number;
}

interface Round {
  readonly ruaflow: Timing;
  readonly alone: Timing | null;
  readonly parallel: Timing | null;
}

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
    rounds.push({ ruaflow: before ?? (await measureRuaflow(comparison)), alone, parallel });
  }
  const notes = [
    "Each figure is a whole command, including its start: ruaflow import ends when the reports can be queried;",
    "parsedmarc's Python API (offline, no DNS) ends when they are written as JSON: storing them is not measured.",
    ...(parsedmarc.python === null ? [`NOT MEASURED: ${parsedmarc.reason}`] : [`parsedmarc ${parsedmarc.version}`]),
  ];
  return { figures: toFigures(rounds, comparison), notes };
}

function toFigures(rounds: readonly Round[], { unit, amount, goalRatio }: Comparison): Figure[] {
  const goal = goalRatio === undefined ? {} : { goal: { atLeast: goalRatio } };
  const of = (pick: (round: Round) => Timing | null, value: (timing: Timing, round: Round) => number) =>
    rounds.flatMap((round) => {
      const timing = pick(round);
      return timing ? [value(timing, round)] : [];
    });
  const rate = ({ seconds }: Timing) => amount / seconds;
  const ratio = (other: Timing, { ruaflow }: Round) => other.seconds / ruaflow.seconds;
  const ratioWithoutStart = (other: Timing, { ruaflow }: Round) => toWork(other) / toWork(ruaflow);
  const alone = (round: Round) => round.alone;
  const parallel = (round: Round) => round.parallel;
  const figures: Figure[] = [
    { name: "Ruaflow, until they can be queried", unit: `${unit}/s`, values: of(({ ruaflow }) => ruaflow, rate) },
    { name: "parsedmarc, only parsing, one process", unit: `${unit}/s`, values: of(alone, rate) },
    { name: `parsedmarc, only parsing, ${PROCESSES} processes`, unit: `${unit}/s`, values: of(parallel, rate) },
    { name: "Ruaflow against one process", unit: "×", values: of(alone, ratio), ...goal },
    { name: "  without the start of both commands", unit: "×", values: of(alone, ratioWithoutStart) },
    { name: `Ruaflow against ${PROCESSES} processes`, unit: "×", values: of(parallel, ratio) },
    { name: "  without the start of both commands", unit: "×", values: of(parallel, ratioWithoutStart) },
    { name: "Start of ruaflow import", unit: "s", values: of(({ ruaflow }) => ruaflow, toStart) },
    { name: "Start of parsedmarc", unit: "s", values: of(alone, toStart) },
  ];
  return figures.filter(({ values }) => values.length > 0);
}

function toStart({ startSeconds }: Timing): number {
  return startSeconds;
}

function toWork({ seconds, startSeconds }: Timing): number {
  return Math.max(0.001, seconds - startSeconds);
}

async function measureRuaflow({ start, path }: Comparison): Promise<Timing> {
  const target = await start();
  try {
    const { seconds: startSeconds } = await withEmptyFolder((empty) => importPath(target, empty));
    return { startSeconds, seconds: (await importPath(target, path)).seconds };
  } finally {
    await target.stop();
  }
}

async function measureParsedmarc({ path }: Comparison, python: string | null, processes: number) {
  if (python === null) return null;
  const { seconds: startSeconds } = await withEmptyFolder((empty) => runParsedmarc(python, empty, processes));
  return { startSeconds, seconds: (await runParsedmarc(python, path, processes)).seconds };
}

async function withEmptyFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-bench-empty-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
