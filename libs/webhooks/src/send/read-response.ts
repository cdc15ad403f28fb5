/** Maximum bytes of a response body that are stored. */
const STORED_BYTES_MAX = 4096;

/** A longer body is not read to its end: the status is already known. */
const READ_BYTES_MAX = 64 * 1024;

/** Reads a body to its end or to the limit, and returns its beginning. */
export async function readResponse(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    if (bytes < STORED_BYTES_MAX) chunks.push(chunk.subarray(0, STORED_BYTES_MAX - bytes));
    bytes += chunk.length;
    if (bytes > READ_BYTES_MAX) break;
  }
  return Buffer.concat(chunks);
}

/**
 * Parses `Retry-After`: seconds or a date (RFC 9110, 10.2.3). `null` when it is invalid.
 *
 * @param now the time to which a date is relative
 */
export function parseRetryAfter(value: unknown, now: Date): number | null {
  if (typeof value !== "string" || value.length > 64) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
