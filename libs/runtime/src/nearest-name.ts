/** With more single-character edits than this, a name is a different one, not a typing error. */
const EDITS_MAX = 3;

/** The known name that differs from `name` by the fewest single-character edits; `null` when none is within `editsMax`. */
export function findNearestName(name: string, known: readonly string[], editsMax = EDITS_MAX): string | null {
  const candidates = known.map((candidate) => ({ candidate, edits: countEdits(name, candidate) }));
  const [nearest] = candidates.sort((one, other) => one.edits - other.edits);
  return nearest !== undefined && nearest.edits <= editsMax ? nearest.candidate : null;
}

/** The Levenshtein distance, computed row by row. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (const [place, other] of [...to].entries()) {
      const replaced = (row[place] ?? 0) + (character === other ? 0 : 1);
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
