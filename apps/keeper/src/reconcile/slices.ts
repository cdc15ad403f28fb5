/** Reports compared at a time: bounds the time of a statement and the memory of this process. */
const REPORTS_MAX = 10_000;

/** The first and the last day that any row can have, `YYYY-MM-DD`. */
export const FIRST_DAY = "1970-01-01";
const LAST_DAY = "2149-06-06";

/** Consecutive days of one organization, with the number of their reports. */
export interface Slice {
  /** Inclusive UTC days, `YYYY-MM-DD`. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly reports: number;
}

/**
 * Cuts time into slices with few reports each; a single day is not cut. Together they cover all days from `since` on, since
 * rows may also be where no report is.
 *
 * @param days those that have reports, in order
 */
export function cutIntoSlices(
  days: readonly { readonly day: string; readonly reports: number }[],
  since: string = FIRST_DAY,
  reportsMax = REPORTS_MAX,
): Slice[] {
  const slices: Slice[] = [];
  let firstDay = since;
  let reports = 0;
  let lastDay: string | null = null;
  for (const { day, reports: more } of days) {
    if (lastDay !== null && reports + more > reportsMax) {
      slices.push({ firstDay, lastDay, reports });
      firstDay = toNextDay(lastDay);
      reports = 0;
    }
    reports += more;
    lastDay = day;
  }
  return [...slices, { firstDay, lastDay: LAST_DAY, reports }];
}

function toNextDay(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;
