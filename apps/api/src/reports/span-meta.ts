import type { CountedReports } from "@ruaflow/metadata-store/reports";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import type { Period } from "../period.ts";

export const Day = Type.String({ format: "date", example: "2026-10-01" });
const DayOrNull = (description: string) => Type.Union([Day, Type.Null()], { description, examples: ["2026-10-01"] });

/** Reports beyond the requested period, so that zeros are not mistaken for an empty store. */
export const SpanMeta = {
  reports_outside_period: Type.Integer({
    description:
      "Reports of the same domains on days outside the period; they are not counted here. Use start_date and end_date to include them.",
    examples: [0],
  }),
  earliest_day: DayOrNull("The first UTC day with a report, inside the period or not; null: no reports."),
  latest_day: DayOrNull("The last UTC day with a report, inside the period or not; null: no reports."),
};

export interface PeriodFilter extends Period {
  readonly domainIds?: readonly string[];
  readonly counted?: CountedReports;
}

/** The values of {@link SpanMeta}. */
export async function readSpanMeta({ metadata }: ApiContext, organizationId: string, filter: PeriodFilter) {
  const { reportsOutside, firstDay, lastDay } = await metadata.reports.readReportSpan(organizationId, filter);
  return { reports_outside_period: reportsOutside, earliest_day: firstDay, latest_day: lastDay };
}
