import { XmlDecoder } from "./decoder.ts";
import { type ReportGrammar, reportGrammar } from "./grammar.ts";
import type { XmlLimits } from "./limits.ts";
import { MarkupResolver } from "./markup-resolver.ts";
import { classifyOpening, type NotAggregate, OPENING_LENGTH_MAX, toOther } from "./opening.ts";
import type { ParseResult } from "./parse-result.ts";
import { BEHIND_LENGTH, ReadText, type TextPlace } from "./refusal/read-text.ts";
import { Refusal, type RefusalReason } from "./refusal/refusal.ts";
import { toRefused } from "./refusal/refused.ts";
import { type OnRecord, ReportBuilder } from "./report-builder.ts";
import { ReportReader } from "./report-reader.ts";
import { XmlScanner } from "./scanner.ts";
import { type WarningCode, WarningList } from "./warnings.ts";

/** Bytes are read in slices of this many, which bounds the text that is held at once. */
const SLICE_LENGTH = 64 * 1024;

const hasNoPlace: ReadonlySet<RefusalReason> = new Set(["empty", "too-large"]);

/** What the containers around a document say of it. */
export interface AroundDocument {
  /** The encoding of a document that declares none and is not UTF-8; `null`: unknown. */
  readonly charset?: string | null;
  /** They come before those on the document itself. */
  readonly warnings?: readonly WarningCode[];
}

interface DocumentOptions extends AroundDocument {
  readonly grammar?: ReportGrammar;
}

/** Why the document is refused, and where the scanner was. */
interface Refused {
  readonly refusal: Refusal;
  readonly offset: number;
}

/** One document on its way through decoder, scanner, reader and builder. */
export class ReportDocument {
  readonly #limits: XmlLimits;
  readonly #warnings = new WarningList();
  readonly #decoder: XmlDecoder;
  readonly #builder: ReportBuilder;
  readonly #reader: ReportReader;
  readonly #scanner: XmlScanner;
  readonly #text = new ReadText();
  #bytes = 0;
  #hasMarkup = false;
  /** The beginning of a document that does not begin with `<`. */
  #opening = "";
  #refused: Refused | null = null;

  constructor(
    limits: XmlLimits,
    onRecord: OnRecord,
    { charset = null, warnings = [], grammar = reportGrammar }: DocumentOptions = {},
  ) {
    this.#limits = limits;
    for (const code of warnings) this.#warnings.add(code, "");
    this.#decoder = new XmlDecoder(charset);
    const findOffset = () => this.#offset;
    this.#builder = new ReportBuilder({ grammar, limits, warnings: this.#warnings, onRecord, findOffset });
    this.#reader = new ReportReader(this.#builder, { grammar, limits, warnings: this.#warnings });
    this.#scanner = new XmlScanner(new MarkupResolver(this.#reader, limits), limits);
  }

  /** True when reading on cannot change the result. */
  get isDecided(): boolean {
    if (this.#refused !== null) return this.#isPlaceRead(this.#refused);
    return this.#opening.length >= OPENING_LENGTH_MAX;
  }

  get isRefused(): boolean {
    return this.#refused !== null;
  }

  /** Reads the bytes. Yields each promise of `onRecord`, to be awaited before going on. */
  *read(bytes: Uint8Array): Generator<Promise<void>, void> {
    for (let from = 0; from < bytes.length; from += SLICE_LENGTH) {
      const slice = Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.min(SLICE_LENGTH, bytes.length - from));
      try {
        yield* this.#readSlice(slice);
      } catch (error) {
        this.#refuse(error);
      }
      if (this.isDecided) return;
    }
  }

  *#readSlice(slice: Buffer): Generator<Promise<void>, void> {
    // What is below the limit is read first: the outcome must not depend on how the bytes were split.
    const room = this.#limits.bytesMax - this.#bytes;
    this.#bytes += slice.length;
    yield* this.#readText(this.#decoder.write(slice.subarray(0, Math.max(room, 0)), false));
    if (this.isDecided || this.isRefused || room >= slice.length) return;
    throw new Refusal("too-large", `over ${this.#limits.bytesMax} bytes`);
  }

  /** Reads what is left at the end of the input. */
  *readEnd(): Generator<Promise<void>, void> {
    try {
      yield* this.#readText(this.#decoder.write(Buffer.alloc(0), true));
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** The result, after `readEnd`. */
  finish(): ParseResult {
    try {
      if (this.#refused === null) return this.#finish();
    } catch (error) {
      this.#refuse(error);
    }
    return this.#toRefused();
  }

  /** Other errors are those of `onRecord`. */
  #refuse(error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    this.#refused = { refusal: error, offset: this.#offset };
  }

  #finish(): ParseResult {
    if (this.#opening !== "") return classifyOpening(this.#opening);
    if (this.#endsBehindRecord()) this.#reader.endReport();
    else if (this.#reader.phase === "after" && this.#scanner.isInsideMarkup) this.#reader.noteTrailingContent();
    if (this.#reader.phase === "after") return this.#toReport();
    if (!this.#hasMarkup) throw new Refusal("empty", "no text");
    const isComplete = this.#reader.rootName !== "" && this.#reader.isBalanced && !this.#scanner.isInsideMarkup;
    if (!isComplete) throw new Refusal("truncated", "the document ends before its last end tag");
    return this.#toOther();
  }

  /** What a refusal means for this document: broken XML of another kind is not a broken report. */
  #toRefused(): ParseResult {
    if (this.#refused === null) throw new Error("the document is not refused");
    const { refusal, offset } = this.#refused;
    const { reason } = refusal;
    const isOther = reason === "not-well-formed" && this.#reader.phase === "before" && this.#reader.rootName !== "";
    if (isOther) return this.#toOther();
    return toRefused(refusal, { place: this.#findPlace(reason, offset), reporter: this.#builder.reporter });
  }

  /** Where in the text so far the scanner is. */
  get #offset(): number {
    return this.#text.length - this.#scanner.tokenLength;
  }

  /** Where the document is wrong; `null`: nowhere in particular, or too far back. */
  #findPlace(reason: RefusalReason, offset: number): TextPlace | null {
    if (hasNoPlace.has(reason)) return null;
    if (reason === "truncated") return this.#text.findEnd();
    if (this.#opening !== "") return this.#text.findPlace(0, { isPlainText: true });
    if (reason !== "no-period" && reason !== "no-domain") return this.#text.findPlace(offset);
    const at = this.#builder.findBlamed(reason);
    return at === null ? null : this.#text.findPlace(at);
  }

  /** Whether the text is read that is shown of the place. */
  #isPlaceRead({ refusal, offset }: Refused): boolean {
    return hasNoPlace.has(refusal.reason) || this.#text.length >= offset + BEHIND_LENGTH;
  }

  *#readText(text: string): Generator<Promise<void>, void> {
    this.#text.add(text);
    if (this.#refused !== null) return;
    if (!this.#hasMarkup && this.#isOpening(text)) return;
    this.#scanner.write(text);
    while (this.#scanner.run()) {
      if (this.#builder.pending !== null) yield this.#builder.pending;
      this.#reader.isPaused = false;
    }
  }

  /** Keeps the beginning of a document that is not XML. */
  #isOpening(text: string): boolean {
    const first = this.#opening === "" ? text.search(/[^\s\ufeff]/) : 0;
    if (first < 0) return false;
    this.#hasMarkup = this.#opening === "" && text.charAt(first) === "<";
    if (!this.#hasMarkup) this.#opening = (this.#opening + text.slice(first)).slice(0, OPENING_LENGTH_MAX);
    return !this.#hasMarkup;
  }

  /** Nothing but the report's end tag is missing, as far as one can tell. */
  #endsBehindRecord(): boolean {
    const isBehindPart = this.#reader.isBehindPart && this.#reader.endTagDue.startsWith(this.#scanner.unread);
    return isBehindPart && this.#builder.recordsRead > 0;
  }

  #toReport(): ParseResult {
    const { namespace } = this.#reader;
    const header = this.#builder.toHeader(namespace);
    const headerInForm1 = this.#builder.toHeaderInForm1(namespace);
    const warnings = [...this.#decoder.warnings(), ...this.#warnings.toArray()];
    const facts = { totals: this.#builder.totals, warnings };
    return { kind: "report", header, ...(headerInForm1 && { headerInForm1 }), ...facts };
  }

  #toOther(): NotAggregate {
    return toOther(this.#reader.rootName);
  }
}
