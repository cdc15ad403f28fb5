import { domainToUnicode } from "node:url";
import { confusables } from "./confusables.ts";

const lookalikes: ReadonlyMap<string, string> = new Map(
  Object.entries(confusables).flatMap(([letter, codes]) =>
    codes.split(" ").map((code): [string, string] => [String.fromCodePoint(Number.parseInt(code, 16)), letter]),
  ),
);

/** Digits and letters that stand for one another in forged names, each by one letter. */
const sameShape: Readonly<Record<string, string>> = { 0: "o", 1: "l", i: "l", 3: "e", 4: "a", 5: "s", 7: "t" };

/**
 * Digits that are digits in one reading of a name, and letters in others. Names in tables are read in the first way only: `163` is
 * not `LGE`.
 */
const digitReadings: readonly Readonly<Record<string, string>>[] = [
  {},
  { 2: "z", 6: "g", 8: "b", 9: "g" },
  { 2: "z", 6: "b", 8: "b", 9: "q", ß: "b" },
];

/** Characters that are separators in one reading of a name, and letters in another. */
const marks: Readonly<Record<string, string>> = {
  "|": "l",
  "!": "l",
  $: "s",
  "@": "a",
  "€": "e",
  "£": "l",
  "()": "o",
  "+": "t",
};

/** Longer texts are not names: nothing is compared beyond this. Bounds the work on a forged text. */
export const NAME_LENGTH_MAX = 256;
/** Names do not have more words than this. */
const TOKENS_MAX = 64;

/** A way to read a name. */
export interface Reading {
  readonly tokens: readonly string[];
  /** Digits that are rarely letters are read as letters. A number can be read as a word that is near a name. */
  readonly isGuess: boolean;
}

/** True if a text is longer than any name: it is not compared, and not plain. */
export function isOverlong(text: string): boolean {
  return text.length > NAME_LENGTH_MAX || toTokens(text).length > TOKENS_MAX;
}

/**
 * The words of a name, one list for each way to read it, in a form in which names that look alike are alike: after NFKC, without
 * accents and invisible characters, as the skeleton of Unicode Technical Standard 39, in lower case. Words end at everything that
 * is no letter or digit, between digits and letters, and at a capital after a small letter.
 */
export function toReadings(name: string): Reading[] {
  const cut = name.slice(0, NAME_LENGTH_MAX);
  const marked = cut.replace(/\(\)|[|!$@€£+]/g, (mark) => marks[mark] ?? mark);
  const texts = new Set([cut, cut.toLowerCase(), marked, decodeLabels(cut), spellDots(cut)]);
  const guesses = /[2689]|[^\0-\x7f]/.test(cut) ? digitReadings : digitReadings.slice(0, 1);
  const readings = guesses.flatMap((digits, index) =>
    [...texts].map((text) => ({ tokens: toTokens(text, digits), isGuess: index > 0 })),
  );
  return readings.filter(({ tokens }, at) => readings.findIndex((other) => isSame(tokens, other.tokens)) === at);
}

/** `mail dot ru` and `mail (dot) ru` as `mail.ru`. */
export function spellDots(text: string): string {
  return text.replace(/[\s([{<]{1,4}dot[\s)\]}>]{1,4}(?=\S)/gi, ".");
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((token, at) => token === other[at]);
}

/** The form in which two joined words are compared: `rn` looks like `m`, `vv` like `w`, `cl` like `d`. */
export function toShape(joined: string): string {
  return joined.replaceAll("rn", "m").replaceAll("vv", "w").replaceAll("cl", "d");
}

/** The words of a whole name, joined. */
export function toJoined(name: string): string {
  return toTokens(name).join("");
}

/** The text with its A-labels (RFC 5890) as they are shown. */
export function decodeLabels(text: string): string {
  return text.replace(/[a-z0-9-]*xn--[a-z0-9.-]*/gi, (name) => domainToUnicode(name) || name);
}

function toTokens(text: string, digits: Readonly<Record<string, string>> = {}): string[] {
  // NFKC takes some characters apart that look like letters.
  const plain = Array.from(text, (character) => lookalikes.get(character) ?? character)
    .join("")
    .normalize("NFKC")
    .normalize("NFD")
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "");
  const spaced = plain
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1 ")
    .replace(/(\p{L})(?=\p{N})|(\p{N})(?=\p{L})/gu, "$& ");
  return Array.from(spaced, (character) => toSkeleton(character, digits))
    .join("")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== "")
    .slice(0, TOKENS_MAX + 1);
}

/** Letters that stand for a character: most look like one. */
function toSkeleton(character: string, digits: Readonly<Record<string, string>>): string {
  const lower = character.toLowerCase();
  const letters = digits[lower] ?? lookalikes.get(character) ?? lookalikes.get(lower) ?? lower;
  return Array.from(letters, (letter) => digits[letter] ?? sameShape[letter] ?? letter).join("");
}
