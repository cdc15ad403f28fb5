import { type ClassFigures, measureClasses } from "./confusion.ts";
import { HALVES } from "./halves.ts";
import type { Judged } from "./judge-labels.ts";

export const FIGURES_HEAD = "| class | labelled | found | precision | recall |";

/** A line of a table for each class. */
export function describeFigures(judged: readonly Judged[]): string[] {
  return measureClasses(judged).map((one) => `| ${toCells(one).join(" | ")} |`);
}

/** The table of figures.txt: each origin, each half. */
export function listSummary(judged: readonly Judged[]): string[] {
  const origins = Map.groupBy(judged, ({ origin }) => origin);
  const lines = [...origins].flatMap(([origin, some]) =>
    HALVES.flatMap((half) =>
      describeFigures(some.filter((one) => one.half === half)).map((line) => `| ${origin} | ${half} ${line}`),
    ),
  );
  return [`| origin | half ${FIGURES_HEAD}`, `|${" --- |".repeat(7)}`, ...lines];
}

function toCells({ class: name, labelled, judged, precision, recall }: ClassFigures): (string | number)[] {
  return [name, labelled, judged, toPercent(precision), toPercent(recall)];
}

function toPercent(share: number): string {
  return Number.isNaN(share) ? "–" : `${(100 * share).toFixed(0)} %`;
}
