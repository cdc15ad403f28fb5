import { XmlDecoder } from "../parse/decoder.ts";
import { decodeText } from "../parse/entities.ts";
import { defaultXmlLimits } from "../parse/limits.ts";
import { type MarkupSink, XmlScanner } from "../parse/scanner.ts";
import type { Tag } from "../parse/tag.ts";

/**
 * What a reader of XML finds: `["open", name, attribute, value, …]`, `["text", text]` with neighbouring pieces as one, and
 * `["close", name]`.
 */
export type XmlEvent = readonly string[];

/** The events of a document by the product's decoder and scanner. Throws where a limit is passed or an entity unknown. */
export function scanEvents(pieces: Iterable<Uint8Array>): XmlEvent[] {
  const decoder = new XmlDecoder();
  return scanTexts(
    (function* () {
      for (const piece of pieces) yield decoder.write(Buffer.from(piece), false);
      yield decoder.write(Buffer.alloc(0), true);
    })(),
  );
}

/** As {@link scanEvents} for a document that is text already. */
export function scanTexts(texts: Iterable<string>): XmlEvent[] {
  const notes = new Notes();
  const scanner = new XmlScanner(notes, defaultXmlLimits);
  for (const text of texts) {
    scanner.write(text);
    scanner.run();
  }
  if (scanner.isInsideMarkup) notes.onOtherClose("the text ends inside markup");
  return notes.seen;
}

/** Notes what comes. */
class Notes implements MarkupSink {
  readonly seen: string[][] = [];
  readonly #open: string[] = [];
  #raw = "";
  #text = "";
  readonly isInField = false;
  readonly isPaused = false;

  get endTagDue(): string {
    const name = this.#open.at(-1);
    return name === undefined ? "" : `</${name}>`;
  }

  onOpen(name: string, _source: string, tag: Tag | null): void {
    const attributes = (tag?.attributes ?? []).flatMap(([key, value]) => [key, decodeText(value, refuse)]);
    this.#note("open", name, ...attributes);
    this.#open.push(name);
    if (tag?.isSelfClosing) this.onClose();
  }

  findPassage(): undefined {
    return undefined;
  }

  follow(): void {}

  learn(): void {}

  onClose(): void {
    this.#note("close", this.#open.at(-1) ?? "");
    this.#open.pop();
  }

  onOtherClose(name: string): void {
    this.#note("other close", name);
  }

  onText(text: string, from: number, to: number): void {
    this.#raw += text.slice(from, to);
  }

  onCharacterData(piece: string): void {
    this.#decodeRaw();
    this.#text += piece;
  }

  onBareMarkup(): void {
    this.#note("bare");
  }

  #decodeRaw(): void {
    this.#text += decodeText(this.#raw, refuse);
    this.#raw = "";
  }

  #note(...event: string[]): void {
    this.#decodeRaw();
    // Only white space may stand outside of the root, and it means nothing.
    if (this.#text !== "" && this.#open.length > 0) this.seen.push(["text", this.#text]);
    this.#text = "";
    this.seen.push(event);
  }
}

function refuse(reference: string): never {
  throw new Error(`the scanner's entities do not know ${reference}`);
}
