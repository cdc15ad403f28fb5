import { findOwnLetters } from "./generic-words.ts";
import { createNearIndex, type NearEntry } from "./near-index.ts";
import type { KnownReporter } from "./read-table.ts";
import { toJoined, toShape } from "./tokens.ts";

/** Finds known reporters by a name whose words were joined. */
export interface NameLookup {
  /** Reporters that have this name. */
  findSame(joined: string): readonly KnownReporter[];
  /** Reporters whose names differ by repeated letters, or by one edit of a long name. */
  findNear(joined: string): readonly KnownReporter[];
}

interface KnownName {
  readonly text: string;
  readonly reporter: KnownReporter;
}

interface Entry {
  readonly text: string;
  /** The text in the form in which words are joined. */
  readonly joined: string;
  readonly value: KnownReporter;
}

/** Words of four letters are one edit apart from too many other words. */
const NEAR_LENGTH_MIN = 5;
/** Fewer letters that are not generic words, as in `gmail`, leave nothing to recognize; these few must all be there, as in `mailgun`. */
const OWN_LETTERS_MIN = 3;
const FREE_LETTERS_MIN = 4;
/** Names this long are like no others, whatever their words are. */
const LONG_NAME_MIN = 8;
const COLLAPSED_LENGTH_MIN = 3;

/** Creates a lookup in names of a table. Names of domains are looked up with all their labels. */
export function createNameLookup(names: readonly KnownName[], nearLengthMin = NEAR_LENGTH_MIN): NameLookup {
  const entries = names.map(({ text, reporter }) => ({ text, joined: toJoined(text), value: reporter }));
  const same = Map.groupBy(entries, ({ joined }) => toShape(joined));
  const plain = entries.filter(({ text }) => !/\d/.test(text));
  const collapsed = Map.groupBy(plain, ({ joined }) => collapse(toShape(joined)));
  const near = createNearIndex(plain.flatMap((entry) => toNearEntries(entry, nearLengthMin)));
  return {
    findSame: (joined) => toReporters(same.get(toShape(joined))),
    findNear(joined) {
      const short = collapse(toShape(joined));
      const repeated = short.length < COLLAPSED_LENGTH_MIN ? [] : toReporters(collapsed.get(short));
      return [...repeated, ...listForms(joined).flatMap((form) => near.find(form))];
    },
  };
}

function toReporters(entries: readonly Entry[] = []): KnownReporter[] {
  return entries.map(({ value }) => value);
}

/** None for a name that is too short, also without its top-level domain and generic words, to be recognized with one letter changed. */
function toNearEntries({ text, joined, value }: Entry, lengthMin: number): NearEntry<KnownReporter>[] {
  const [label = ""] = text.split(".");
  const name = toJoined(label);
  if (name.length < lengthMin) return [];
  const letters = findOwnLetters(name);
  if (letters.length >= FREE_LETTERS_MIN || name.length >= LONG_NAME_MIN) {
    return listForms(joined).map((form) => ({ text: form, fixed: "", value }));
  }
  return letters.length < OWN_LETTERS_MIN ? [] : [{ text: joined, fixed: letters, value }];
}

/** The forms in which two names are compared letter by letter. */
function listForms(joined: string): string[] {
  return [...new Set([joined, toShape(joined), collapse(joined), collapse(toShape(joined))])];
}

function collapse(text: string): string {
  return text.replace(/(.)\1+/gu, "$1");
}
