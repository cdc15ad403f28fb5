import { isGeneric, isGenericCompound, listLongRests, listRests } from "./generic-words.ts";
import type { Reading } from "./tokens.ts";

/** Longer than any name in a table, also before its letters are joined to shapes. */
const JOINED_LENGTH_MAX = 80;

/** A part of a name that may be a name, too: words joined. */
export interface NamePart {
  readonly joined: string;
  /** True if it can only be a reporter's name, not resemble one: generic words, and guesses. */
  readonly isExact: boolean;
  /** True if the rest of the name is generic words. */
  readonly isWhole: boolean;
}

/** The words of a name, and words that follow one another, with and without generic ones: a forger can put them, and separators, anywhere. */
export function listParts(readings: readonly Reading[]): NamePart[] {
  const parts = new Map<string, NamePart>();
  for (const reading of readings.flatMap(listVariants)) {
    for (const part of listJoined(reading)) {
      const known = parts.get(part.joined) ?? { ...part, isExact: true, isWhole: false };
      const isExact = known.isExact && part.isExact;
      parts.set(part.joined, { ...part, isExact, isWhole: known.isWhole || part.isWhole });
    }
  }
  return [...parts.values()];
}

/** The rests of words that have generic ones written onto them, as `googlereports` and `dmarcgoogle`. */
export function listWritten({ tokens, isGuess }: Reading): NamePart[] {
  return tokens.flatMap((token) => {
    const cut = token.slice(0, JOINED_LENGTH_MAX);
    const rests = listRests(cut).map((joined) => ({ joined, isExact: isGuess || isGenericCompound(joined) }));
    const longRests = listLongRests(cut).map((joined) => ({ joined, isExact: true }));
    return [...rests, ...longRests].map((part) => ({ ...part, isWhole: false }));
  });
}

function* listJoined({ tokens, isGuess }: Reading): Iterable<NamePart> {
  const isPlain = tokens.map(isGenericCompound);
  const firstOwn = isPlain.indexOf(false);
  const lastOwn = isPlain.lastIndexOf(false);
  for (let start = 0; start < tokens.length; start += 1) {
    let joined = "";
    for (let end = start; end < tokens.length && joined.length < JOINED_LENGTH_MAX; end += 1) {
      joined += tokens[end];
      const isExact = isGuess || isPlain.slice(start, end + 1).every(Boolean);
      yield { joined, isExact, isWhole: firstOwn === -1 || (start <= firstOwn && end >= lastOwn) };
    }
  }
}

/** Of longer names generic words are left out only all together. */
const VARIANT_WORDS_MAX = 8;

/** A name with its generic words, without them, and without each of them: `Goo Inc gle`. */
function listVariants({ tokens, isGuess }: Reading): Reading[] {
  const own = tokens.filter((token) => !isGeneric(token));
  const each = tokens.length > VARIANT_WORDS_MAX ? [] : tokens.flatMap((token, at) => (isGeneric(token) ? [at] : []));
  const others = each.map((at) => tokens.toSpliced(at, 1));
  return [tokens, own, ...others].map((words) => ({ tokens: words, isGuess }));
}
