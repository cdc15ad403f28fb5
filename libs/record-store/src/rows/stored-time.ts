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
