/** What is kept of an answer's body. */
const ANSWER_BYTES_MAX = 4096;

/** A longer body is cut off: its status has come, and reading on would only cost. */
const READ_BYTES_MAX = 64 * 1024;

/** Reads a body to its end, or until it has been too much, and keeps its beginning. */
export async function readAnswer(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    if (bytes < ANSWER_BYTES_MAX) kept.push(chunk.subarray(0, ANSWER_BYTES_MAX - bytes));
    bytes += chunk.length;
    if (bytes > READ_BYTES_MAX) break;
  }
  return Buffer.concat(kept);
}

/**
 * Reads `Retry-After`, seconds or a date (RFC 9110, 10.2.3); `null` for anything else.
 *
 * @param now what a date is measured against
 */
export function parseRetryAfter(value: unknown, now: Date): number | null {
  if (typeof value !== "string" || value.length > 64) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
