/** Shown of a document; the rest can be downloaded. */
export const SHOWN_BYTES = 128 * 1024;

export interface XmlText {
  readonly text: string;
  /** Whether there is more. */
  readonly isCut: boolean;
}

/** Reads the beginning of a document as text. What follows is not asked for any more. */
export async function readXmlText(stream: ReadableStream<Uint8Array>): Promise<XmlText> {
  const reader = stream.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  let isDone = false;
  while (!isDone && size <= SHOWN_BYTES) {
    const { done, value } = await reader.read();
    isDone = done;
    if (value) {
      pieces.push(value);
      size += value.length;
    }
  }
  await reader.cancel();
  const bytes = join(pieces, Math.min(size, SHOWN_BYTES));
  return { text: layOut(decode(bytes)), isCut: size > SHOWN_BYTES };
}

function join(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece.subarray(0, size - offset), offset);
    offset += Math.min(piece.length, size - offset);
  }
  return bytes;
}

const DECLARED = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i;

/** In the encoding of its byte order mark, else the one that it declares, else UTF-8. */
function decode(bytes: Uint8Array): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  if (head.startsWith("\u00ff\u00fe")) return new TextDecoder("utf-16le").decode(bytes);
  if (head.startsWith("\u00fe\u00ff")) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder(DECLARED.exec(head)?.[1] ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** A document that is one line gets a line for each element, and is indented; others stay as they are. */
export function layOut(xml: string): string {
  if (xml.trim().split("\n", 4).length > 3) return xml;
  let depth = 0;
  const lines = xml.trim().split(/(?<=>)\s*(?=<)/);
  return lines
    .map((line) => {
      if (line.startsWith("</")) depth = Math.max(0, depth - 1);
      const indented = "  ".repeat(Math.min(depth, DEPTH_MAX)) + line;
      if (opensElement(line)) depth += 1;
      return indented;
    })
    .join("\n");
}

/** A hostile document must not become longer than it can be shown. */
const DEPTH_MAX = 12;

/** `<a>`, but not `<a>text</a>`, `<a/>`, `<?xml?>`, `<!-- -->` or `</a>`. */
function opensElement(line: string): boolean {
  return /^<[^/?!]/.test(line) && !line.endsWith("/>") && !line.includes("</");
}
