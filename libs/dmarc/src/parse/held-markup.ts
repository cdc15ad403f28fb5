import type { Tag } from "./tag.ts";

/** Markup inside of a field, as the scanner found it. */
export type HeldPiece =
  | { readonly kind: "open"; readonly name: string; readonly source: string; readonly tag: Tag | null }
  | { readonly kind: "close"; readonly name: string }
  | { readonly kind: "text" | "character-data"; readonly text: string }
  | { readonly kind: "bare" };

/**
 * What follows a known element's start tag inside of a field. Whether the field's end tag is missing or the element
 * stands in the field's text shows only at the end of the one or the other, so it is kept until then.
 */
export class HeldMarkup {
  #pieces: HeldPiece[] = [];
  #open: string[] = [];
  #length = 0;

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  /** Length in the document. */
  get length(): number {
    return this.#length;
  }

  /** Elements that are open in it. */
  get depth(): number {
    return this.#open.length;
  }

  /** The end tag of the innermost of them, `""` when none is open. */
  get endTagDue(): string {
    const name = this.#open.at(-1);
    return name === undefined ? "" : `</${name}>`;
  }

  add(piece: HeldPiece): void {
    this.#pieces.push(piece);
    if (piece.kind === "open") {
      this.#length += piece.source.length;
      if (!piece.tag?.isSelfClosing) this.#open.push(piece.name);
    } else if (piece.kind !== "close") this.#length += piece.kind === "bare" ? 1 : piece.text.length;
  }

  /** Ends the innermost element. */
  close(): void {
    const name = this.#open.pop() ?? "";
    this.#length += name.length;
    this.#pieces.push({ kind: "close", name });
  }

  /** All pieces in order, and empties this. */
  take(): readonly HeldPiece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#open = [];
    this.#length = 0;
    return pieces;
  }
}
