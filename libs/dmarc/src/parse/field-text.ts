import { decodeText } from "./entities.ts";
import { trimText } from "./text.ts";

/** An element inside a field. One that is never ended was text. */
interface InlineElement {
  readonly name: string;
  readonly source: string;
  /** Where in the decoded text it began. */
  readonly at: number;
}

/** The text of the field that is being read, put together from pieces, entities, CDATA and stray markup. */
export class FieldText {
  /** As in the document, entities not yet resolved. */
  #raw = "";
  #decoded = "";
  #length = 0;
  #inline: InlineElement[] = [];
  readonly #onBadEntity: (reference: string) => void;

  /** Does not bound the text: the caller checks `length`. */
  constructor(onBadEntity: (reference: string) => void) {
    this.#onBadEntity = onBadEntity;
  }

  /** Length so far, with the tags inside of the field. */
  get length(): number {
    return this.#length;
  }

  /** Elements inside of the field that are open. */
  get depth(): number {
    return this.#inline.length;
  }

  /** The name of the innermost of them. */
  get innermost(): string | null {
    return this.#inline.at(-1)?.name ?? null;
  }

  /** Its end tag, `""` when none is open. */
  get endTagDue(): string {
    const name = this.innermost;
    return name === null ? "" : `</${name}>`;
  }

  addRaw(piece: string): void {
    this.#raw += piece;
    this.#length += piece.length;
  }

  /** Text that has no entities, as CDATA. */
  addDecoded(piece: string): void {
    this.#decodeRaw();
    this.#decoded += piece;
    this.#length += piece.length;
  }

  openInline(name: string, source: string): void {
    this.#decodeRaw();
    this.#length += source.length;
    this.#inline.push({ name, source, at: this.#decoded.length });
  }

  /** Ends the innermost element of this name; those inside it were text. False when none is open. */
  closeInline(name: string): boolean {
    if (!this.#inline.some((element) => element.name === name)) return false;
    this.#decodeRaw();
    for (let element = this.#inline.pop(); element !== undefined; element = this.#inline.pop()) {
      if (element.name === name) return true;
      this.#restore(element);
    }
    return false;
  }

  /** The trimmed text, and empties this for the next field. Elements that are still open were text. */
  finish(): string {
    if (this.#decoded === "" && this.#inline.length === 0) {
      const raw = this.#raw;
      this.#raw = "";
      this.#length = 0;
      return trimText(raw.includes("&") ? decodeText(raw, this.#onBadEntity) : raw);
    }
    this.#decodeRaw();
    for (const element of this.#inline.reverse()) this.#restore(element);
    const text = trimText(this.#decoded);
    this.#decoded = "";
    this.#inline = [];
    this.#length = 0;
    return text;
  }

  #decodeRaw(): void {
    if (this.#raw !== "") this.#decoded += decodeText(this.#raw, this.#onBadEntity);
    this.#raw = "";
  }

  #restore(element: InlineElement): void {
    this.#decoded = this.#decoded.slice(0, element.at) + element.source + this.#decoded.slice(element.at);
  }
}
