import type { ReportMessage } from "@ruaflow/event-log/report-reader";
import type { DomainDay } from "@ruaflow/metadata-store/reports";
import { type AlignedSums, toStoredDay } from "@ruaflow/record-store/rows";
import type { WriteContext } from "./write-context.ts";

/** What each of the reports adds to the sums of its day; their rows are stored, so that ClickHouse can be asked. */
export async function countDays(
  reports: readonly ReportMessage[],
  { records }: WriteContext,
): Promise<(report: ReportMessage) => DomainDay> {
  const asked = new Map<string, AlignedSums>();
  // Of earlier releases.
  const unknown = reports.filter(({ totals }) => totals.spfPassed === undefined || totals.dkimPassed === undefined);
  for (const [organizationId, group] of Map.groupBy(unknown, (report) => report.organizationId)) {
    for (const [reportId, sums] of await records.readAlignedSums(organizationId, group)) asked.set(reportId, sums);
  }
  return ({ organizationId, domainId, day, reportId, totals }) => {
    const { messages, passed } = totals;
    const { spfPassed = 0, dkimPassed = 0 } = { ...totals, ...asked.get(reportId) };
    return { organizationId, domainId, day: toStoredDay(day), reports: 1, messages, passed, spfPassed, dkimPassed };
  };
}
