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
