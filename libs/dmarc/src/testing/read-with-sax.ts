import sax from "sax";
import type { XmlEvent } from "./scan-events.ts";

/** Without `strictEntities`, which its types lack, sax resolves the entities of HTML. */
const options = { position: false, strictEntities: true };

/**
 * The events of a document by sax, which shares no code with the product. Throws when the document is not well-formed.
 *
 * @param xml text without byte-order mark; its line breaks are made line feeds first (XML 1.0 section 2.11), which sax
 * leaves to its caller
 */
export function readWithSax(xml: string): XmlEvent[] {
  const seen: string[][] = [];
  let depth = 0;
  const parser = sax.parser(true, options);
  const note = (text: string) => {
    const last = seen.at(-1);
    if (last?.[0] === "text") last[1] += text;
    else if (text !== "" && depth > 0) seen.push(["text", text]);
  };
  parser.onerror = (error) => {
    throw error;
  };
  parser.ontext = note;
  parser.oncdata = note;
  parser.onopentag = ({ name, attributes }) => {
    depth += 1;
    seen.push(["open", name, ...Object.entries(attributes).flatMap(([key, value]) => [key, String(value)])]);
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    seen.push(["close", name]);
  };
  parser.write(xml.replace(/\r\n?/g, "\n")).close();
  return seen;
}
