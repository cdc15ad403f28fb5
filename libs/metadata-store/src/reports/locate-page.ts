/** How many reports a day has. */
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
  /** Rows of these days that are sorted before the page. */
  readonly offset: number;
}

/**
 * Finds the days that hold the rows `offset` to `offset + limit` of a list: the last page of millions of rows then costs
 * what the first one does. `null` when the list ends before the page.
 *
 * @param days those that have rows, in the order of the list
 */
export function locatePage(
  days: readonly DayCount[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): PageLocation | null {
  let before = 0;
  let first: { readonly day: string; readonly offset: number } | null = null;
  let last = "";
  for (const { day, reports } of days) {
    if (before >= offset + limit) break;
    if (before + reports > offset) {
      first ??= { day, offset: offset - before };
      last = day;
    }
    before += reports;
  }
  if (!first) return null;
  const { day, offset: offsetInDays } = first;
  const [startDate, endDate] = day <= last ? [day, last] : [last, day];
  return { startDate, endDate, offset: offsetInDays };
}
