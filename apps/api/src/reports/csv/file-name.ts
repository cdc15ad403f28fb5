import { FIRST_DAY, LAST_DAY, type Period } from "../../period.ts";

/**
 * File name without extension, from content and days: `sources_2026-10-01_2026-10-30`, `reports_until_2026-10-30`,
 * `reports_all`.
 */
export function toFileName(what: string, { startDate, endDate }: Period): string {
  const isOpen = { start: startDate === FIRST_DAY, end: endDate === LAST_DAY };
  if (isOpen.start && isOpen.end) return `${what}_all`;
  if (isOpen.start) return `${what}_until_${endDate}`;
  return isOpen.end ? `${what}_from_${startDate}` : `${what}_${startDate}_${endDate}`;
}
