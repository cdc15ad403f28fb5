/** More single-character edits than this are not a typing error but another name. */
const EDITS_MAX = 3;

/** The known name that differs from `name` by the fewest single-character edits; `null` when none is near. */
export function findNearestName(name: string, known: readonly string[]): string | null {
  const candidates = known.map((candidate) => ({ candidate, edits: countEdits(name, candidate) }));
  const [nearest] = candidates.sort((one, other) => one.edits - other.edits);
  return nearest !== undefined && nearest.edits <= EDITS_MAX ? nearest.candidate : null;
}

/** Levenshtein's distance, a row of its table at a time. */
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
