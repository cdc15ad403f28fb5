import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { ClickHouseRefusal } from "./refusal.ts";

/**
 * Reads a body of at most `bytesMax` bytes, counted after decompression (gzip).
 *
 * @throws ClickHouseRefusal for a larger body, for other encodings, and for bytes that are not UTF-8: chdb accepts only
 * text, so binary formats (Native, RowBinary, Parquet) cannot be inserted
 */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decompress(request)) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new ClickHouseRefusal("LIMIT_EXCEEDED", `The body is larger than ${bytesMax} bytes.`);
    chunks.push(chunk);
  }
  return decodeText(Buffer.concat(chunks));
}

function decompress(request: IncomingMessage): AsyncIterable<Buffer> {
  const encoding = request.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (encoding === "identity") return request;
  if (encoding !== "gzip") throw new ClickHouseRefusal("NOT_IMPLEMENTED", "Bodies must be plain or gzip.");
  // Errors of either stream reach the reader of the last one.
  return pipeline(request, createGunzip(), () => undefined);
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ClickHouseRefusal("NOT_IMPLEMENTED", "The body is not UTF-8; binary formats are not supported.");
  }
}
