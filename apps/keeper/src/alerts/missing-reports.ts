import type { AlertRules } from "@ruaflow/metadata-store/domains";
import type { Silence } from "@ruaflow/metadata-store/watch";
import { type Finding, toDay, toDaysText } from "./finding.ts";

/**
 * Finds whether a domain has been silent for some days beyond its usual gap. A domain that reports weekly is not silent after three
 * days, and one without expected reports is never silent.
 *
 * @param silence absent: the domain was never verified
 */
export function findMissingReports(rule: AlertRules["missing_reports"], silence: Silence | undefined): Finding {
  const { days = 0, usualGapDays = 1, isExpected = false } = silence ?? {};
  const threshold = rule.days + usualGapDays - 1;
  return {
    rule: "missing_reports",
    sourceIp: null,
    value: days,
    threshold,
    since: silence?.latestDay ? toDay(new Date(silence.latestDay), -1) : null,
    isCrossed: isExpected && days >= threshold,
    summary: silence === undefined ? "The domain is not verified." : describe(silence),
  };
}

function describe({ days, latestDay, verifiedDay, usualGapDays }: Silence): string {
  if (days === 0) return "No day is without reports.";
  const since = latestDay === null || latestDay < verifiedDay ? `, verified on ${verifiedDay}` : "";
  const newest = latestDay === null ? "No reports yet" : `No reports since ${latestDay}`;
  const usual =
    usualGapDays > 1 ? `; up to ${toDaysText(usualGapDays)} from one day with reports to the next are usual` : "";
  return `${newest}${since}: ${toDaysText(days)} without reports${usual}.`;
}
