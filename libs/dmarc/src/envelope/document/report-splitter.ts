import type { ByteReader } from "../submission/byte-reader.ts";
import { EnvelopeError } from "../submission/refusal.ts";

/** How a report's end tag begins. One with a prefix, which is rare, divides nothing. */
const endTags = ["</feedback", "</Feedback", "</FEEDBACK"];
/** An end tag, and behind it the beginning of the next report. */
const border = /<\/feedback\s{0,64}>(?=\s{0,256}(?:\xef\xbb\xbf)?<(?:\?xml\s|(?:[a-z_][\w.-]{0,63}:)?feedback[\s>]))/iy;
/** More than both need. */
const BORDER_BYTES_MAX = 512;
/** A report has one: behind so many, no more are looked at. */
const END_TAGS_MAX = 1000;
const nothing = Buffer.alloc(0);

/**
 * Divides XML in which several reports stand behind each other, as they do in a gzip of which each member is a report. Only
 * bytes are looked at: in UTF-16 reports are not divided.
 */
export class ReportSplitter {
  readonly #content: ByteReader;
  #isWithin = false;
  /** Which report is being read. */
  #number = 0;
  #hasNext = true;
  #endTags = 0;

  constructor(content: ByteReader) {
    this.#content = content;
  }

  /** The bytes of the next report, as far as they are asked for. */
  next(): AsyncGenerator<Buffer> {
    this.#isWithin = true;
    this.#endTags = 0;
    this.#number += 1;
    return this.#read(this.#number);
  }

  /** Passes over what is left of a report. Returns whether another one follows. */
  async hasNext(): Promise<boolean> {
    try {
      if (this.#isWithin) for await (const _ of this.#read(this.#number));
      return this.#hasNext;
    } catch (error) {
      // A reader of the report was told by its bytes; one that left it unread does not need to know.
      if (error instanceof EnvelopeError) return false;
      throw error;
    }
  }

  async *#read(number: number): AsyncGenerator<Buffer> {
    if (!this.#isWithin || number !== this.#number) throw new Error("The report was passed over.");
    let held: Buffer = nothing;
    try {
      while (this.#isWithin) {
        const piece = await this.#content.next();
        const bytes = piece === undefined ? held : Buffer.concat([held, piece]);
        const given = this.#measure(bytes, piece === undefined);
        held = bytes.subarray(given);
        if (given > 0) yield bytes.subarray(0, given);
      }
    } finally {
      this.#content.unread(held);
    }
  }

  /** How many of the bytes surely belong to the report. */
  #measure(bytes: Buffer, isLast: boolean): number {
    const end = this.#findBorder(bytes);
    this.#hasNext = end !== -1;
    this.#isWithin = !isLast && !this.#hasNext;
    if (this.#hasNext) return end;
    return isLast ? bytes.length : Math.max(0, bytes.length - BORDER_BYTES_MAX);
  }

  /** Where the first report ends, -1 if no other one follows it. */
  #findBorder(bytes: Buffer): number {
    const ends = endTags.map((endTag) => this.#findBorderOf(endTag, bytes)).filter((end) => end !== -1);
    return ends.length === 0 ? -1 : Math.min(...ends);
  }

  #findBorderOf(endTag: string, bytes: Buffer): number {
    for (let at = bytes.indexOf(endTag); at !== -1; at = bytes.indexOf(endTag, at + endTag.length)) {
      this.#endTags += 1;
      if (this.#endTags > END_TAGS_MAX) return -1;
      border.lastIndex = 0;
      const found = border.exec(bytes.toString("latin1", at, at + BORDER_BYTES_MAX));
      if (found) return at + found[0].length;
    }
    return -1;
  }
}
