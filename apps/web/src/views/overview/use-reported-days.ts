import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { toAddress } from "../../address.ts";
import type { Asked } from "../../data/use-answer.ts";
import { toNearestDays } from "../../filter/nearest-days.ts";
import type { MailAnswer } from "../home/mail.ts";

const PERIOD = ["days", "month", "from", "to"];
const OPENED = "nearest";

/**
 * Opens the nearest days with reports where the address names no period and the last 30 days have none, as after an import of old
 * reports. Returns whether it has.
 */
export function useReportedDays({ data, isPlaceholderData }: Asked<MailAnswer>): boolean {
  const { path, query, route } = useLocation();
  const isAsked = PERIOD.every((name) => query[name] === undefined);
  const isEmpty = data !== undefined && !isPlaceholderData && data.data.totals.reports === 0;
  const days = isAsked && isEmpty ? toNearestDays(data.data.period, data.meta) : null;
  const target = days && toAddress(path, { ...query, from: days.start, to: days.end, opened: OPENED });
  useEffect(() => {
    if (target !== null) route(target, true);
  }, [target]);
  return query.opened === OPENED;
}
