import { domainToUnicode } from "node:url";
import { confusables } from "./confusables.ts";

/** Longer texts are no names: nothing is compared beyond this. Bounds the work on a forged text. */
const NAME_LENGTH_MAX = 1000;

const lookalikes: ReadonlyMap<string, string> = new Map(
  Object.entries(confusables).flatMap(([letter, codes]) =>
    codes.split(" ").map((code): [string, string] => [String.fromCodePoint(Number.parseInt(code, 16)), letter]),
  ),
);

/** Digits and letters that stand for one another in forged names, each by one letter. */
const sameShape: Readonly<Record<string, string>> = { 0: "o", 1: "l", i: "l", 3: "e", 4: "a", 5: "s", 7: "t" };

/** Characters that are separators in one reading of a name, and letters in another. */
const marks: Readonly<Record<string, string>> = { "|": "l", "!": "l", $: "s", "@": "a", "€": "e", "£": "l" };

/** Only a text that shows other words than it has changes its direction. */
const directionChange = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * Whether a text could show something else than it says, whatever it says: it changes the direction of writing, or is longer
 * than any name.
 */
export function isDisguised(text: string): boolean {
  return text.length > NAME_LENGTH_MAX || directionChange.test(text);
}

/**
 * The words of a name, one list for each way to read it, in a form in which names that look alike are alike: after NFKC, without
 * accents and invisible characters, as the skeleton of Unicode Technical Standard 39, in lower case. Words end at everything that
 * is no letter or digit, between digits and letters, and at a capital after a small letter.
 */
export function toReadings(name: string): string[][] {
  const cut = name.slice(0, NAME_LENGTH_MAX);
  const texts = [cut, cut.replace(/[|!$@€£]/g, (mark) => marks[mark] ?? mark)];
  if (/xn--/i.test(cut)) texts.push(decodeLabels(cut));
  return [...new Set(texts)].map(toTokens);
}

/** The form in which two joined words are compared: `rn` looks like `m`, `vv` like `w`. */
export function toShape(joined: string): string {
  return joined.replaceAll("rn", "m").replaceAll("vv", "w");
}

/** {@link toShape} of a whole name, without its separators. */
export function toJoinedShape(name: string): string {
  return toShape(toTokens(name).join(""));
}

function toTokens(text: string): string[] {
  const plain = text
    .normalize("NFKC")
    .normalize("NFD")
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "");
  const spaced = plain
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1 ")
    .replace(/(\p{L})(?=\p{N})|(\p{N})(?=\p{L})/gu, "$& ");
  return Array.from(spaced, toSkeleton)
    .join("")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== "");
}

function toSkeleton(character: string): string {
  const lower = character.toLowerCase();
  const letter = lookalikes.get(character) ?? lookalikes.get(lower) ?? lower;
  return sameShape[letter] ?? letter;
}

function decodeLabels(text: string): string {
  return text.replace(/[a-z0-9-]*xn--[a-z0-9.-]*/gi, (name) => domainToUnicode(name) || name);
}
