import type { XmlEvent } from "@ruaflow/dmarc/testing";
import { type ProductReader, product } from "./readers.ts";

type Pieces = readonly Uint8Array[];

/** Readers with one fault each, as a change of the scanner could bring: the fuzz must find every one of them. */
export const brokenReaders: Readonly<Record<string, ProductReader>> = {
  "decodes each piece by itself": onPieces((pieces) =>
    pieces.map((piece) => Buffer.from(Buffer.from(piece).toString())),
  ),
  "resolves entities in CDATA": onText((text) => text.replace(/<!\[CDATA\[(.*?)\]\]>/gs, "$1")),
  "ends a comment at its first >": onText((text) => text.replace(/<!--[^>]*>/g, "")),
  "knows no decimal references": onText((text) => text.replace(/&#\d+;/g, "")),
  "takes short tags for start tags": onText((text) => text.replace(/<([^\s<>/!?]+)\/>/g, "<$1>")),
  "loses the last character of a piece of text": {
    ...product,
    scan: (pieces) => product.scan(pieces).map(loseLast),
  },
};

function onPieces(change: (pieces: Pieces) => Pieces): ProductReader {
  return { scan: (pieces) => product.scan(change(pieces)), parse: (pieces) => product.parse(change(pieces)) };
}

function onText(change: (text: string) => string): ProductReader {
  return onPieces((pieces) => [Buffer.from(change(Buffer.concat(pieces).toString("latin1")), "latin1")]);
}

function loseLast([kind = "", text = "", ...rest]: XmlEvent): XmlEvent {
  return kind === "text" && text.length > 40 ? [kind, text.slice(0, -1)] : [kind, text, ...rest];
}
