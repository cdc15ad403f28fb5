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
