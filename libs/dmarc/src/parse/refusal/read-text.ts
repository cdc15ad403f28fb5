import { toLineExcerpt } from "./line-excerpt.ts";

/** Where a document is wrong, in its decoded text with line feeds as line ends. */
export interface TextPlace {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  /** A piece of this line, see {@link toLineExcerpt}. */
  readonly excerpt: string;
}

/** Pieces are joined up to this length, however the document was split. */
const PIECE_LENGTH = 64 * 1024;

/** 1 MiB: few reports are longer, and the longest text or tag that a refusal is about is shorter. */
const PIECES_MAX = 16;

/** Characters that are read on behind where a document turned out to be wrong. */
export const BEHIND_LENGTH = 1024;

/** Characters of a line on each side of a place that an excerpt is made from, more than an address has; and white space in front. */
const AROUND_LENGTH = BEHIND_LENGTH / 2;

/**
 * The text that was read last and the beginning of the document, to say where it is wrong. Lines are counted only in text that is
 * forgotten: a report of usual size costs nothing.
 */
export class ReadText {
  #head = "";
  #pieces: string[] = [];
  #forgotten = 0;
  #forgottenLines = 0;
  /** Where the line begins that the forgotten text ends in. */
  #lineStart = 0;
  #length = 0;

  /** Characters so far. */
  get length(): number {
    return this.#length;
  }

  add(text: string): void {
    if (text === "") return;
    if (this.#length < PIECE_LENGTH) this.#head += text.slice(0, PIECE_LENGTH - this.#length);
    this.#length += text.length;
    const last = this.#pieces.at(-1);
    if (last !== undefined && last.length + text.length <= PIECE_LENGTH) {
      this.#pieces[this.#pieces.length - 1] = last + text;
      return;
    }
    this.#pieces.push(text);
    if (this.#pieces.length > PIECES_MAX) this.#forget();
  }

  /**
   * The place at `offset`, or behind white space there; `null`: its text is forgotten.
   *
   * @param isPlainText the document has no tags
   */
  findPlace(offset: number, { isPlainText = false } = {}): TextPlace | null {
    if (offset >= this.#forgotten)
      return toPlace(this.#pieces.join(""), offset - this.#forgotten, { before: this.#before, isPlainText });
    return offset < this.#head.length ? toPlace(this.#head, offset, { before: nothingBefore, isPlainText }) : null;
  }

  /** The place behind the last character that is not white space. */
  findEnd(): TextPlace {
    const text = this.#pieces.join("").trimEnd();
    return toPlace(text, text.length, { before: this.#before, isPlainText: false });
  }

  get #before(): Before {
    return { length: this.#forgotten, lines: this.#forgottenLines, lineStart: this.#lineStart };
  }

  #forget(): void {
    const piece = this.#pieces.shift() ?? "";
    for (let at = piece.indexOf("\n"); at >= 0; at = piece.indexOf("\n", at + 1)) {
      this.#forgottenLines += 1;
      this.#lineStart = this.#forgotten + at + 1;
    }
    this.#forgotten += piece.length;
  }
}

interface Before {
  readonly length: number;
  readonly lines: number;
  readonly lineStart: number;
}

const nothingBefore: Before = { length: 0, lines: 0, lineStart: 0 };

interface Around {
  readonly before: Before;
  readonly isPlainText: boolean;
}

function toPlace(text: string, from: number, { before, isPlainText }: Around): TextPlace {
  const ink = text.slice(from, from + AROUND_LENGTH).search(/\S/);
  const at = ink < 0 ? from : from + ink;
  let line = before.lines + 1;
  let start = before.lineStart - before.length;
  for (let feed = text.indexOf("\n"); feed >= 0 && feed < at; feed = text.indexOf("\n", feed + 1)) {
    line += 1;
    start = feed + 1;
  }
  const end = text.indexOf("\n", at);
  const around = Math.max(start, at - AROUND_LENGTH, 0);
  const to = Math.min(end < 0 ? text.length : end, at + AROUND_LENGTH);
  // A document that ends in this line may end in the middle of an address.
  const isOpen = end < 0 && text.length < at + AROUND_LENGTH && !isPlainText;
  return { line, column: at - start + 1, excerpt: toLineExcerpt(text.slice(around, to), at - around, isOpen) };
}
