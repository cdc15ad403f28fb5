import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type Figure, median, type PartResult } from "./figure.ts";
import type { Machine } from "./machine.ts";

interface SavedPart extends PartResult {
  /** Machine of this part's run: parts of a file may come from several runs. */
  readonly machine: Machine;
  readonly figures: readonly (Figure & { readonly median: number })[];
}

/** Writes a part's result; the other parts of the file do not change. */
export function saveResult(path: string, machine: Machine, result: PartResult): void {
  const before: SavedPart[] = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).parts : [];
  const figures = result.figures.map((figure) => ({ ...figure, median: median(figure.values) }));
  const parts = [...before.filter(({ part }) => part !== result.part), { ...result, figures, machine }];
  writeFileSync(path, `${JSON.stringify({ parts }, null, 2)}\n`);
}
