import { availableParallelism } from "node:os";
import type { Figure } from "./figure.ts";
import type { Target } from "./target.ts";

export interface Comparison {
  readonly start: () => Promise<Target>;
  readonly path: string;
  /** What is counted, for example `files`, and how many the path contains. */
  readonly unit: string;
  readonly amount: number;
  /** How many times faster Ruaflow must be than one process of parsedmarc that only parses; `undefined` without a promise. */
  readonly goalRatio?: number;
  /** The same for parsedmarc's command that stores into PostgreSQL. */
  readonly goalStoring?: number;
}

/** Of parsedmarc, in its second run. */
export const PROCESSES = availableParallelism();

/** A whole command, including its start. */
export interface Run {
  readonly seconds: number;
  /** With the service and PostgreSQL, where it uses them. */
  readonly cpuSeconds: number;
}

export interface Timing extends Run {
  /** Of the same command without files. */
  readonly startSeconds: number;
}

export interface Storing extends Run {
  /** Reports that can be asked for at the end. */
  readonly stored: number;
}

/** Every command once. `null`: parsedmarc is not there. */
export interface Round {
  readonly ruaflow: Timing & Storing;
  readonly alone: Timing | null;
  readonly parallel: Timing | null;
  readonly storing: Storing | null;
}

/** Rates, ratios and starts of all rounds. */
export function toImportFigures(rounds: readonly Round[], comparison: Comparison): Figure[] {
  const figures = [toParsingFigures, toStoringFigures, toCpuFigures].flatMap((toFigures) =>
    toFigures(rounds, comparison),
  );
  return figures.filter(({ values }) => values.length > 0);
}

/** On a machine that does other work they say more than times. */
function toCpuFigures(rounds: readonly Round[], { unit, amount }: Comparison): Figure[] {
  const of = (value: (round: Round) => number | undefined) => rounds.map(value).filter((each) => each !== undefined);
  const cost = ({ cpuSeconds }: Run) => (cpuSeconds / amount) * 1000;
  const ratio = (run: Run | null, { ruaflow }: Round) => (run ? run.cpuSeconds / ruaflow.cpuSeconds : undefined);
  const perUnit = `ms/${unit.replace(/s$/, "")}`;
  return [
    { name: "CPU of Ruaflow, all processes", unit: perUnit, values: of(({ ruaflow }) => cost(ruaflow)) },
    {
      name: "CPU of parsedmarc, only parsing",
      unit: perUnit,
      values: of(({ alone }) => (alone ? cost(alone) : undefined)),
    },
    {
      name: "CPU of parsedmarc that stores",
      unit: perUnit,
      values: of(({ storing }) => (storing ? cost(storing) : undefined)),
    },
    {
      name: "CPU: parsedmarc, only parsing, against Ruaflow",
      unit: "×",
      values: of((round) => ratio(round.alone, round)),
    },
    {
      name: "CPU: parsedmarc that stores against Ruaflow",
      unit: "×",
      values: of((round) => ratio(round.storing, round)),
    },
  ];
}

/** Reports of one reporter with one id count once for parsedmarc, also when they are about different domains. */
function toStoringFigures(rounds: readonly Round[], { unit, amount, goalStoring }: Comparison): Figure[] {
  const both = rounds.flatMap(({ ruaflow, storing }) => (storing === null ? [] : [{ ruaflow, storing }]));
  return [
    {
      name: "parsedmarc, storing into PostgreSQL",
      unit: `${unit}/s`,
      values: both.map(({ storing }) => amount / storing.seconds),
    },
    {
      name: "Ruaflow against parsedmarc that stores",
      unit: "×",
      values: both.map(({ ruaflow, storing }) => storing.seconds / ruaflow.seconds),
      ...(goalStoring !== undefined && { goal: { atLeast: goalStoring } }),
    },
    { name: "Reports that Ruaflow stored", unit: "reports", values: both.map(({ ruaflow }) => ruaflow.stored) },
    {
      name: "  of these, parsedmarc did not store",
      unit: "reports",
      values: both.map(({ ruaflow, storing }) => ruaflow.stored - storing.stored),
    },
  ];
}

function toParsingFigures(rounds: readonly Round[], { unit, amount, goalRatio }: Comparison): Figure[] {
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
  return [
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
}

function toStart({ startSeconds }: Timing): number {
  return startSeconds;
}

function toWork({ seconds, startSeconds }: Timing): number {
  return Math.max(0.001, seconds - startSeconds);
}
