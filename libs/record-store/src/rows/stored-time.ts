/** The range of the `DateTime` column. */
const SECOND_MAX = 2 ** 32 - 1;

/**
 * The time as the `DateTime` column holds it: whole seconds, and one outside its range becomes the nearer end, as ClickHouse
 * itself does on insert.
 *
 * @param second epoch seconds
 */
export function toStoredTime(second: number): Date {
  return new Date(Math.min(Math.max(Math.floor(second), 0), SECOND_MAX) * 1000);
}
