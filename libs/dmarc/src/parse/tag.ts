import type { XmlLimits } from "./limits.ts";
import { Refusal } from "./refusal/refusal.ts";

/** A start tag with attributes, or an end tag with white space: the forms the scanner's fast path leaves over. */
export interface Tag {
  readonly isSelfClosing: boolean;
  /** Pairs of name and raw value, without quotes. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** Position after `>`. */
  readonly end: number;
}

/** `"open"`: the text ends before the tag does. `"malformed"`: this is not a tag. */
export type TagResult = Tag | "open" | "malformed";

const isNameCode = new Uint8Array(128);
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:-.") {
  isNameCode[character.charCodeAt(0)] = 1;
}

/** Where the name that begins at `from` ends (XML 1.0 section 2.3, all letters beyond ASCII allowed). */
export function findNameEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 128 && isNameCode[code] === 0) break;
  }
  return at;
}

/** A name may not begin with a digit, a dot or a hyphen. */
export function isNameStart(code: number): boolean {
  return code >= 128 || (isNameCode[code] === 1 && !(code >= 0x30 && code <= 0x39) && code !== 0x2d && code !== 0x2e);
}

/** Reads what follows the name in a start tag, up to `>`. */
export function scanAttributes(text: string, from: number, limits: XmlLimits): TagResult {
  const attributes: (readonly [string, string])[] = [];
  let at = from;
  for (;;) {
    const start = skipBlanks(text, at);
    if (start >= text.length) return "open";
    const code = text.charCodeAt(start);
    if (code === 0x3e) return { isSelfClosing: false, attributes, end: start + 1 };
    if (code === 0x2f) return scanSelfClosing(text, { at: start, attributes });
    if (start === at) return "malformed";
    const value = scanAttribute(text, start, limits);
    if (typeof value === "string") return value;
    if (attributes.length >= limits.attributesMax)
      throw new Refusal("too-many-attributes", `over ${limits.attributesMax} attributes`);
    attributes.push([value.name, value.value]);
    at = value.end;
  }
}

function scanSelfClosing(text: string, slash: { at: number; attributes: Tag["attributes"] }): TagResult {
  if (slash.at + 1 >= text.length) return "open";
  if (text.charCodeAt(slash.at + 1) !== 0x3e) return "malformed";
  return { isSelfClosing: true, attributes: slash.attributes, end: slash.at + 2 };
}

type Attribute = { name: string; value: string; end: number };

function scanAttribute(text: string, from: number, limits: XmlLimits): Attribute | "open" | "malformed" {
  if (!isNameStart(text.charCodeAt(from))) return "malformed";
  const nameEnd = findNameEnd(text, from);
  if (nameEnd - from > limits.attributeLengthMax) throw attributeTooLong(limits);
  const equals = skipBlanks(text, nameEnd);
  if (equals >= text.length) return "open";
  if (text.charCodeAt(equals) !== 0x3d) return "malformed";
  const quote = skipBlanks(text, equals + 1);
  if (quote >= text.length) return "open";
  const mark = text.charAt(quote);
  if (mark !== '"' && mark !== "'") return "malformed";
  // One more than the limit is read, so that the outcome is the same wherever the text was split.
  const window = text.slice(quote + 1, quote + 2 + limits.attributeLengthMax);
  const length = window.indexOf(mark);
  const value = length < 0 ? window : window.slice(0, length);
  if (value.includes("<")) return "malformed";
  if (value.length + nameEnd - from > limits.attributeLengthMax) throw attributeTooLong(limits);
  return length < 0 ? "open" : { name: text.slice(from, nameEnd), value, end: quote + 2 + length };
}

function attributeTooLong(limits: XmlLimits): Refusal {
  return new Refusal("tag-too-long", `an attribute is over ${limits.attributeLengthMax} characters`);
}

export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlankCode(text.charCodeAt(at))) at += 1;
  return at;
}

function isBlankCode(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
