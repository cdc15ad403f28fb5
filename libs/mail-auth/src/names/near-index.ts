/** Finds what is stored under texts that are one edit away from a text, or equal to it. */
export interface NearIndex<Value> {
  find(text: string): Value[];
}

export interface NearEntry<Value> {
  readonly text: string;
  /** A part at its beginning or end that must be there unchanged; `""`: none. */
  readonly fixed: string;
  readonly value: Value;
}

/**
 * Indexes texts by what remains of them when a character is deleted: two texts that are one edit apart have such a remainder in
 * common. A lookup takes as many steps as the text has characters.
 */
export function createNearIndex<Value>(entries: readonly NearEntry<Value>[]): NearIndex<Value> {
  const byRemainder = new Map<string, NearEntry<Value>[]>();
  let lengthMax = 0;
  for (const entry of entries) {
    lengthMax = Math.max(lengthMax, entry.text.length);
    for (const remainder of listRemainders(entry.text)) {
      byRemainder.set(remainder, [...(byRemainder.get(remainder) ?? []), entry]);
    }
  }
  return {
    find(text) {
      if (text.length > lengthMax + 1) return [];
      const candidates = [...listRemainders(text)].flatMap((remainder) => byRemainder.get(remainder) ?? []);
      return candidates.flatMap((entry) =>
        isOneEditApart(entry.text, text) && keepsPart(entry, text) ? [entry.value] : [],
      );
    },
  };
}

function keepsPart<Value>(entry: NearEntry<Value>, text: string): boolean {
  return entry.text.startsWith(entry.fixed) ? text.startsWith(entry.fixed) : text.endsWith(entry.fixed);
}

/** The text itself, and the text without each of its characters. */
function listRemainders(text: string): Set<string> {
  return new Set([text, ...Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1))]);
}

/** True if one character was changed, inserted, deleted, or exchanged with its neighbour, or none. */
function isOneEditApart(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  const endMax = Math.min(one.length, other.length) - start;
  while (end < endMax && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (a.length <= 1 && b.length <= 1) return true;
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
}
