import { detachText } from "../text.ts";

/** Length of an excerpt, with its escapes. */
const EXCERPT_LENGTH_MAX = 80;
/** So much of it stands in front of the place that it shows. */
const BEFORE_LENGTH = 30;

/** Control, formatting and bidirectional characters, line and paragraph separators, and halves of surrogate pairs. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const atSign = /[@\uff20\ufe6b]|%40|&#(?:0*64|x0*40)\b;?/gi;
const endTag = /<\/[^<>]*>/g;

/**
 * The part of a line around `at`, at most 80 characters, in which characters that do not show themselves are escaped as `\u202e`.
 * It has no local part of an address, which names a person: what lies between an end tag and an at sign is left out.
 *
 * @param isOpen the document ends in this line: the text behind its last tag may be half an address
 */
export function toLineExcerpt(line: string, at: number, isOpen = false): string {
  const [from, to] = findNameless(isOpen ? line.slice(0, line.lastIndexOf(">") + 1) : line, at);
  const middle = Math.min(Math.max(at, from), to);
  const start = Math.max(from, Math.min(middle - BEFORE_LENGTH, to - EXCERPT_LENGTH_MAX));
  const text = line.slice(toWhole(line, start), to).trimStart();
  return detachText(escapeInvisible(text)).trimEnd();
}

/** The part of the line around `at`, or nearest to it, that has no address. */
function findNameless(line: string, at: number): readonly [from: number, to: number] {
  let from = 0;
  for (const match of line.matchAll(atSign)) {
    const to = findLastEndTag(line.slice(from, match.index), from);
    if (to > at && to > from) return [from, to];
    from = match.index + match[0].length;
  }
  return [from, line.length];
}

/** Where the last end tag of the text ends; `offset`: it has none. */
function findLastEndTag(text: string, offset: number): number {
  const last = [...text.matchAll(endTag)].at(-1);
  return last === undefined ? offset : offset + last.index + last[0].length;
}

/** Not in the middle of a surrogate pair. */
function toWhole(line: string, start: number): number {
  return start > 0 && /^[\udc00-\udfff]/.test(line.slice(start)) ? start + 1 : start;
}

/** The beginning of the text, with its escapes not longer than an excerpt may be. */
export function escapeInvisible(text: string, lengthMax: number = EXCERPT_LENGTH_MAX): string {
  let escaped = "";
  for (const character of text) {
    const next = invisible.test(character) ? toEscape(character) : character;
    if (escaped.length + next.length > lengthMax) break;
    escaped += next;
  }
  return escaped;
}

function toEscape(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}
