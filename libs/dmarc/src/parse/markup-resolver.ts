import { HeldMarkup, type HeldPiece } from "./held-markup.ts";
import type { XmlLimits } from "./limits.ts";
import type { Passage } from "./passages.ts";
import type { ReportReader } from "./report-reader.ts";
import type { MarkupSink } from "./scanner.ts";
import type { Tag } from "./tag.ts";

/** What held markup turned out to be. */
type Meaning = "ends-field" | "text";

/**
 * Stands between the scanner and the reader. A known element inside of a field may be part of its text, or show that the field's
 * end tag is missing: which of them, only what follows tells. So it is held until then, and the reader gets it with its meaning.
 */
export class MarkupResolver implements MarkupSink {
  readonly #reader: ReportReader;
  readonly #limits: XmlLimits;
  readonly #held = new HeldMarkup();

  constructor(reader: ReportReader, limits: XmlLimits) {
    this.#reader = reader;
    this.#limits = limits;
  }

  get endTagDue(): string {
    return this.#held.endTagDue || this.#reader.endTagDue;
  }

  get isInField(): boolean {
    return this.#reader.isInField;
  }

  get isPaused(): boolean {
    return this.#reader.isPaused;
  }

  onOpen(name: string, source: string, tag: Tag | null): void {
    if (this.#reader.isInField && this.#mustHold(name, tag)) this.#hold({ kind: "open", name, source, tag });
    else this.#reader.onOpen(name, source, tag);
  }

  onClose(): void {
    if (this.#held.isEmpty) this.#reader.onClose();
    else if (this.#held.depth > 0) this.#held.close();
    else {
      this.#release("text");
      this.#reader.onClose();
    }
  }

  onOtherClose(name: string, source: string): void {
    if (this.#held.isEmpty) {
      this.#reader.onOtherClose(name, source);
      return;
    }
    this.#release("ends-field");
    this.#close(name, source);
  }

  onText(text: string, from: number, to: number): void {
    if (this.#held.isEmpty) this.#reader.onText(text, from, to);
    else this.#hold({ kind: "text", text: text.slice(from, to) });
  }

  onCharacterData(piece: string): void {
    if (this.#held.isEmpty) this.#reader.onCharacterData(piece);
    else this.#hold({ kind: "character-data", text: piece });
  }

  onBareMarkup(): void {
    if (this.#held.isEmpty) this.#reader.onBareMarkup();
    else this.#hold({ kind: "bare" });
  }

  findPassage(text: string, at: number): Passage | undefined {
    return this.#held.isEmpty ? this.#reader.findPassage(text, at) : undefined;
  }

  follow(passage: Passage): void {
    this.#reader.follow(passage);
  }

  learn(text: string, from: number, to: number): void {
    this.#reader.learn(text, from, to);
  }

  #mustHold(name: string, tag: Tag | null): boolean {
    if (!this.#held.isEmpty) return true;
    return !this.#reader.isInFieldOfReport && this.#reader.isAmbiguous(name, tag);
  }

  #hold(piece: HeldPiece): void {
    this.#held.add(piece);
    const isTooMuch = this.#reader.fieldLength + this.#held.length > this.#limits.ignoredLengthMax;
    if (isTooMuch || this.#reader.depth + this.#held.depth > this.#limits.depthMax) this.#release("ends-field");
  }

  /** Passes on what was held, now that its meaning is known. */
  #release(meaning: Meaning): void {
    for (const piece of this.#held.take()) this.#pass(piece, meaning);
  }

  #pass(piece: HeldPiece, meaning: Meaning): void {
    if (piece.kind === "open") this.#open(piece, meaning);
    else if (piece.kind === "close") this.#close(piece.name, `</${piece.name}>`);
    else if (piece.kind === "text") this.#reader.onText(piece.text, 0, piece.text.length);
    else if (piece.kind === "character-data") this.#reader.onCharacterData(piece.text);
    else this.#reader.onBareMarkup();
  }

  #open({ name, source, tag }: Extract<HeldPiece, { kind: "open" }>, meaning: Meaning): void {
    if (meaning === "text") this.#reader.openInText(name, source, tag);
    else this.#reader.onOpen(name, source, tag);
  }

  #close(name: string, source: string): void {
    if (this.#reader.endTagDue === `</${name}>`) this.#reader.onClose();
    else this.#reader.onOtherClose(name, source);
  }
}
