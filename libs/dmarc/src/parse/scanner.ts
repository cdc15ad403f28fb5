import type { XmlLimits } from "./limits.ts";
import type { Passage } from "./passages.ts";
import { Refusal } from "./refusal/refusal.ts";
import { findNameEnd, isNameStart, scanAttributes, skipBlanks, type Tag, type TagResult } from "./tag.ts";

/** What the scanner finds, in document order. Text comes in pieces of any size, as it stands in the document. */
export interface MarkupSink {
  /** The end tag that is due next, as `</count>`; `""` when none is. */
  readonly endTagDue: string;
  /** True while a promise of the last `onClose` is to be awaited. */
  readonly isPaused: boolean;
  /** True where a tag may turn out to be text, and so its `source` is needed. */
  readonly isInField: boolean;
  /** `source` is the tag as it stands in the document, `""` outside of fields; `tag` is null for the plain form. */
  onOpen(name: string, source: string, tag: Tag | null): void;
  /** The end tag that was due. */
  onClose(): void;
  /** An end tag that was not due. */
  onOtherClose(name: string, source: string): void;
  onText(text: string, from: number, to: number): void;
  onCharacterData(piece: string): void;
  /** A `<` that does not begin markup. */
  onBareMarkup(): void;
  /** What stands at `at`, behind the text of a field, and is known to lead to the next field. */
  findPassage(text: string, at: number): Passage | undefined;
  /** The passage stands behind the text, which was handed over. */
  follow(passage: Passage): void;
  /** This part of the text led from the end tag of the last field to the start tag of this one, both included. */
  learn(text: string, from: number, to: number): void;
}

type Mode = "content" | "comment" | "instruction" | "character-data";

const terminators = { comment: "-->", instruction: "?>", "character-data": "]]>" } as const;
const characterDataStart = "<![CDATA[";
const doctypeStart = "<!DOCTYPE";

const BANG = 0x21;
const SLASH = 0x2f;
const GREATER_THAN = 0x3e;
const QUESTION = 0x3f;

/**
 * Splits XML text into tags and text. Written for this one purpose because a general parser is the bottleneck: sax 1.6
 * with empty handlers reads 26 MB/s where this reads several times that, and it bounds neither text nor depth.
 * It buffers nothing but a tag that is cut by the end of a piece. Refuses DOCTYPE, so it needs no entities but the predefined ones.
 */
export class XmlScanner {
  readonly #sink: MarkupSink;
  readonly #limits: XmlLimits;
  readonly #tagLengthMax: number;
  #text = "";
  #at = 0;
  /** Where the markup or text begins that is being read; before 0 when its beginning was handed over. */
  #tokenAt = 0;
  /** The text so far ends in text that may go on. */
  #isInText = false;
  #mode: Mode = "content";
  #ignoredLength = 0;
  /** Where the end tag of the last field begins, with no attributes behind it; -1: unknown. */
  #passageAt = -1;

  constructor(sink: MarkupSink, limits: XmlLimits) {
    this.#sink = sink;
    this.#limits = limits;
    this.#tagLengthMax = limits.nameLengthMax + limits.attributesMax * (limits.attributeLengthMax + 16) + 16;
  }

  /** Adds text behind what is not yet read. */
  write(text: string): void {
    this.#text = this.#at === this.#text.length ? text : this.#text.slice(this.#at) + text;
    this.#tokenAt -= this.#at;
    this.#at = 0;
    this.#passageAt = -1;
  }

  /** Reads on until the sink pauses (true) or more text is needed (false). Throws `Refusal`. */
  run(): boolean {
    while (this.#at < this.#text.length) {
      const isEnough = this.#mode === "content" ? this.#readContent() : this.#skipTo(terminators[this.#mode]);
      if (!isEnough) return false;
      if (this.#sink.isPaused) return true;
    }
    return false;
  }

  /** True when the text ends inside markup. */
  get isInsideMarkup(): boolean {
    return this.#mode !== "content" || this.unread !== "";
  }

  /** What the text ends with and may be the beginning of markup. */
  get unread(): string {
    return this.#text.slice(this.#at);
  }

  /** Characters from the beginning of what is being read to the end of the text so far. */
  get tokenLength(): number {
    return this.#text.length - this.#tokenAt;
  }

  /** Reads text and the markup behind it. False when the text ends before the markup does. */
  #readContent(): boolean {
    const text = this.#text;
    const start = text.indexOf("<", this.#at);
    if (!this.#isInText) this.#tokenAt = this.#at;
    this.#isInText = start < 0;
    const passage = start < 0 ? undefined : this.#sink.findPassage(text, start);
    if (start !== this.#at) {
      const end = start < 0 ? text.length : start;
      this.#sink.onText(text, this.#at, end);
      this.#at = end;
      if (start < 0) return false;
    }
    this.#tokenAt = start;
    if (passage !== undefined) return this.#follow(passage);
    const code = text.charCodeAt(start + 1);
    if (code === SLASH) return this.#readEndTag(start);
    if (isNameStart(code)) return this.#readStartTag(start);
    return this.#readOtherMarkup(start, code);
  }

  #follow(passage: Passage): boolean {
    this.#at += passage.source.length;
    this.#sink.follow(passage);
    return true;
  }

  #readEndTag(start: number): boolean {
    const text = this.#text;
    const due = this.#sink.endTagDue;
    if (due !== "" && text.startsWith(due, start)) {
      this.#at = start + due.length;
      const wasInField = this.#sink.isInField;
      this.#sink.onClose();
      if (wasInField && !this.#sink.isInField) this.#passageAt = start;
      return true;
    }
    const nameEnd = findNameEnd(text, start + 2);
    this.#refuseLongTag(nameEnd - start - 2, this.#limits.nameLengthMax);
    const end = skipBlanks(text, nameEnd);
    this.#refuseLongTag(end - start, this.#tagLengthMax);
    if (end >= text.length) return false;
    if (nameEnd === start + 2 || text.charCodeAt(end) !== GREATER_THAN) return this.#readBare(start);
    this.#at = end + 1;
    const name = text.slice(start + 2, nameEnd);
    if (due === `</${name}>`) this.#sink.onClose();
    else this.#sink.onOtherClose(name, text.slice(start, end + 1));
    return true;
  }

  #readStartTag(start: number): boolean {
    const text = this.#text;
    const nameEnd = findNameEnd(text, start + 2);
    this.#refuseLongTag(nameEnd - start - 1, this.#limits.nameLengthMax);
    if (nameEnd >= text.length) return false;
    const name = text.slice(start + 1, nameEnd);
    if (text.charCodeAt(nameEnd) === GREATER_THAN) {
      this.#at = nameEnd + 1;
      this.#sink.onOpen(name, this.#sink.isInField ? text.slice(start, nameEnd + 1) : "", null);
      if (this.#passageAt >= 0 && this.#sink.isInField) this.#learn();
      return true;
    }
    // What it declares is not learned, nor the field that it is.
    this.#passageAt = -1;
    const tag = this.#scanAttributes(start, nameEnd);
    if (tag === "open") return false;
    if (tag === "malformed") return this.#readBare(start);
    this.#at = tag.end;
    this.#sink.onOpen(name, this.#sink.isInField ? text.slice(start, tag.end) : "", tag);
    return true;
  }

  #learn(): void {
    this.#sink.learn(this.#text, this.#passageAt, this.#at);
    this.#passageAt = -1;
  }

  #scanAttributes(start: number, nameEnd: number): TagResult {
    const window =
      this.#text.length > start + this.#tagLengthMax ? this.#text.slice(0, start + this.#tagLengthMax) : this.#text;
    const result = scanAttributes(window, nameEnd, this.#limits);
    if (result === "open") this.#refuseLongTag(window.length - start + 1, this.#tagLengthMax);
    return result;
  }

  #readOtherMarkup(start: number, code: number): boolean {
    if (code === QUESTION) return this.#enter("instruction", start + 2);
    if (code !== BANG) return start + 1 < this.#text.length ? this.#readBare(start) : false;
    const head = this.#text.slice(start, start + characterDataStart.length);
    if (head.startsWith("<!--")) return this.#enter("comment", start + 4);
    if (head === characterDataStart) return this.#enter("character-data", start + head.length);
    if (head.toUpperCase() === doctypeStart) throw new Refusal("doctype", "a document type declaration");
    const mayGrow =
      "<!--".startsWith(head) || characterDataStart.startsWith(head) || doctypeStart.startsWith(head.toUpperCase());
    return mayGrow ? false : this.#readBare(start);
  }

  #enter(mode: Mode, at: number): boolean {
    this.#mode = mode;
    this.#at = at;
    this.#ignoredLength = 0;
    return true;
  }

  #readBare(start: number): boolean {
    this.#at = start + 1;
    this.#sink.onBareMarkup();
    return true;
  }

  /** Goes on to the end of a comment, instruction or CDATA section. False when the text ends before. */
  #skipTo(terminator: string): boolean {
    const end = this.#text.indexOf(terminator, this.#at);
    // The last characters may be the first ones of the terminator.
    const to = end < 0 ? Math.max(this.#at, this.#text.length - terminator.length + 1) : end;
    if (this.#mode === "character-data") this.#sink.onCharacterData(this.#text.slice(this.#at, to));
    else this.#countIgnored(to - this.#at);
    this.#at = end < 0 ? to : end + terminator.length;
    if (end >= 0) this.#mode = "content";
    return end >= 0;
  }

  #countIgnored(length: number): void {
    this.#ignoredLength += length;
    const { ignoredLengthMax } = this.#limits;
    if (this.#ignoredLength > ignoredLengthMax)
      throw new Refusal("text-too-long", `a comment is over ${ignoredLengthMax} characters`);
  }

  #refuseLongTag(length: number, lengthMax: number): void {
    if (length > lengthMax) throw new Refusal("tag-too-long", `a tag or its name is over ${lengthMax} characters`);
  }
}
