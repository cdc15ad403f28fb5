/** The number of reports of a day. */
export interface DayCount {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly reports: number;
}

/** The days that hold a page of rows sorted by day. */
export interface PageLocation {
  /** First UTC day, `YYYY-MM-DD`. */
  readonly startDate: string;
  /** Last UTC day, inclusive. */
  readonly endDate: string;
  /** Number of rows of these days that precede the page. */
  readonly offset: number;
  /** Number of all rows of these days. */
  readonly rows: number;
}

/**
 * Finds the days that hold the rows `offset` to `offset + limit` of a list, so that the last page of millions of rows costs
 * as much as the first. `null` when the list ends before the page.
 *
 * @param days the days that have rows, in the order of the list
 */
export function locatePage(
  days: readonly DayCount[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): PageLocation | null {
  let before = 0;
  let first: { readonly day: string; readonly before: number } | null = null;
  let last = "";
  for (const { day, reports } of days) {
    if (before >= offset + limit) break;
    if (before + reports > offset) {
      first ??= { day, before };
      last = day;
    }
    before += reports;
  }
  if (!first) return null;
  const { day } = first;
  const [startDate, endDate] = day <= last ? [day, last] : [last, day];
  return { startDate, endDate, offset: offset - first.before, rows: before - first.before };
}
