import { type Figure, isReached, median, type PartResult } from "./figure.ts";
import type { Machine } from "./machine.ts";

const NAME_WIDTH = 58;
const FIGURE_WIDTH = 22;
const SPREAD_WIDTH = 26;

/** The head of the table: figures are meaningless without their machine. */
export function toHead(machine: Machine): string {
  const lines = Object.entries(machine).map(([what, value]) => `${what.padEnd(12)} ${value}`);
  return `${lines.join("\n")}\n`;
}

/** One part of the table: medians, spread, goals, then notes. */
export function toTable({ part, title, figures, notes, seconds }: PartResult): string {
  const lines = [
    `\n${part}: ${title} (${Math.round(seconds)} s)`,
    ...figures.map(toLine),
    ...notes.map((note) => `  * ${note}`),
  ];
  return `${lines.join("\n")}\n`;
}

function toLine(figure: Figure): string {
  const { name, unit, values } = figure;
  const middle = `${toText(median(values))} ${unit}`;
  const spread = values.length > 1 ? `(${toText(Math.min(...values))}–${toText(Math.max(...values))})` : "";
  const line = `  ${name.padEnd(NAME_WIDTH)}${middle.padStart(FIGURE_WIDTH)}  ${spread.padEnd(SPREAD_WIDTH)}`;
  return `${line}${toGoal(figure)}`.trimEnd();
}

function toGoal(figure: Figure): string {
  const { goal } = figure;
  if (goal === undefined) return "";
  const wanted = "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
  return `goal ${wanted}: ${isReached(figure) ? "reached" : "MISSED"}`;
}

/** Three significant digits; integers from 100 on. */
function toText(value: number): string {
  if (!Number.isFinite(value)) return "-";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(3)));
}
