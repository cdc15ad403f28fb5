const firstDay = "1970-01-01";
const lastDay = "2149-06-06";

/**
 * The day as the `Date` column stores it: a day out of range becomes the nearest valid one, as ClickHouse itself does
 * on insert.
 *
 * @throws RangeError when the day is not `YYYY-MM-DD`.
 */
export function toStoredDay(day: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day))
    throw new RangeError(`${JSON.stringify(day)} is not a day of the form YYYY-MM-DD`);
  if (day < firstDay) return firstDay;
  return day > lastDay ? lastDay : day;
}

/** The range of the `DateTime` column. */
const SECOND_MAX = 2 ** 32 - 1;

/**
 * The time as the `DateTime` column stores it: whole seconds, and a time out of range becomes the nearest valid one, as
 * ClickHouse itself does on insert.
 *
 * @param second epoch seconds
 */
export function toStoredTime(second: number): Date {
  return new Date(Math.min(Math.max(Math.floor(second), 0), SECOND_MAX) * 1000);
}

/**
 * The canonical text of an address in an `IPv6` column: IPv4 addresses are mapped there, and ClickHouse also writes
 * addresses such as `::c000:201` with dots, which RFC 5952 does not.
 */
export function toAddressText(stored: string): string {
  if (!stored.includes(".") || !stored.includes(":")) return stored;
  if (stored.startsWith(MAPPED)) return stored.slice(MAPPED.length);
  return new URL(`http://[${stored}]/`).hostname.slice(1, -1);
}

const MAPPED = "::ffff:";
