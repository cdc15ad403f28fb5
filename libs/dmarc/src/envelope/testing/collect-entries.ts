import { type OpenEnvelopeOptions, openEnvelope } from "../open-envelope.ts";
import type { EnvelopeEntry } from "../submission/entry.ts";
import { EnvelopeError } from "../submission/refusal.ts";

/** Opens a submission, reads every document to its end and describes each entry in one line: `path: what it was`. */
export async function collectEntries(
  body: Uint8Array | AsyncIterable<Uint8Array>,
  options: OpenEnvelopeOptions = {},
): Promise<string[]> {
  const lines: string[] = [];
  const source = body instanceof Uint8Array ? inChunks(body) : body;
  for await (const entry of openEnvelope(source, { name: "s", ...options })) {
    lines.push(`${entry.path}: ${await describe(entry)}`);
  }
  return lines;
}

async function describe(entry: EnvelopeEntry): Promise<string> {
  if (entry.kind === "refused") return entry.reason;
  if (entry.kind === "not-aggregate") return entry.what;
  return readDocument(entry.xml);
}

/** The document's text; of a long one its length. A document that breaks off counts as refused, as for any consumer. */
async function readDocument(xml: AsyncIterable<Uint8Array>): Promise<string> {
  const beginning: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of xml) {
      bytes += chunk.length;
      if (bytes <= 1000) beginning.push(chunk);
    }
    return bytes <= 1000 ? Buffer.concat(beginning).toString() : `${bytes} bytes`;
  } catch (error) {
    if (error instanceof EnvelopeError) return error.reason;
    throw error;
  }
}

export async function* inChunks(bytes: Uint8Array, chunkBytes = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}
