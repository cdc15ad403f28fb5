import { XmlDecoder } from "./decoder.ts";
import { type ReportGrammar, reportGrammar } from "./grammar.ts";
import type { XmlLimits } from "./limits.ts";
import { MarkupResolver } from "./markup-resolver.ts";
import { classifyOpening, type NotAggregate, OPENING_LENGTH_MAX } from "./opening.ts";
import type { ParseResult } from "./parse-result.ts";
import { Refusal } from "./refusal.ts";
import { type OnRecord, ReportBuilder } from "./report-builder.ts";
import { ReportReader } from "./report-reader.ts";
import { XmlScanner } from "./scanner.ts";
import { type WarningCode, WarningList } from "./warnings.ts";

/** Bytes are read in slices of this many, which bounds the text that is held at once. */
const SLICE_LENGTH = 64 * 1024;

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

/** One document on its way through decoder, scanner, reader and builder. Its methods throw `Refusal`. */
export class ReportDocument {
  readonly #limits: XmlLimits;
  readonly #warnings = new WarningList();
  readonly #decoder: XmlDecoder;
  readonly #builder: ReportBuilder;
  readonly #reader: ReportReader;
  readonly #scanner: XmlScanner;
  #bytes = 0;
  #hasMarkup = false;
  /** The beginning of a document that does not begin with `<`. */
  #opening = "";

  constructor(
    limits: XmlLimits,
    onRecord: OnRecord,
    { charset = null, warnings = [], grammar = reportGrammar }: DocumentOptions = {},
  ) {
    this.#limits = limits;
    for (const code of warnings) this.#warnings.add(code, "");
    this.#decoder = new XmlDecoder(charset);
    this.#builder = new ReportBuilder({ grammar, limits, warnings: this.#warnings, onRecord });
    this.#reader = new ReportReader(this.#builder, { grammar, limits, warnings: this.#warnings });
    this.#scanner = new XmlScanner(new MarkupResolver(this.#reader, limits), limits);
  }

  /** True when reading on cannot change the result. */
  get isDecided(): boolean {
    return this.#opening.length >= OPENING_LENGTH_MAX;
  }

  /** Reads the bytes. Yields each promise of `onRecord`, to be awaited before going on. */
  *read(bytes: Uint8Array): Generator<Promise<void>, void> {
    for (let from = 0; from < bytes.length; from += SLICE_LENGTH) {
      const slice = Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.min(SLICE_LENGTH, bytes.length - from));
      // What is below the limit is read first: the outcome must not depend on how the bytes were split.
      const room = this.#limits.bytesMax - this.#bytes;
      this.#bytes += slice.length;
      yield* this.#readText(this.#decoder.write(slice.subarray(0, Math.max(room, 0)), false));
      if (this.isDecided) return;
      if (this.#bytes > this.#limits.bytesMax) throw new Refusal("too-large", `over ${this.#limits.bytesMax} bytes`);
    }
  }

  /** Reads what is left at the end of the input. */
  *readEnd(): Generator<Promise<void>, void> {
    yield* this.#readText(this.#decoder.write(Buffer.alloc(0), true));
  }

  /** The result, after `readEnd`. */
  finish(): ParseResult {
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
  toResult({ reason, message }: Refusal): ParseResult {
    const isOther = reason === "not-well-formed" && this.#reader.phase === "before" && this.#reader.rootName !== "";
    return isOther ? this.#toOther() : { kind: "refused", reason, detail: message };
  }

  *#readText(text: string): Generator<Promise<void>, void> {
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
    return { kind: "not-aggregate", what: "other", detail: `the root element is ${this.#reader.rootName}` };
  }
}
