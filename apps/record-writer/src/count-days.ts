import type { DomainDay } from "@ruaflow/metadata-store/reports";
import { type AlignedSums, toStoredDay } from "@ruaflow/record-store/rows";
import type { ReportMessage } from "@ruaflow/report/message";
import { toTrust } from "./rows.ts";
import type { WriteContext } from "./write-context.ts";

/**
 * What each report adds to the sums of its day. The reports' rows must be stored already, for ClickHouse may be
 * queried.
 */
export async function countDays(
  reports: readonly ReportMessage[],
  { records }: WriteContext,
): Promise<(report: ReportMessage) => DomainDay> {
  const sumsById = new Map<string, AlignedSums>();
  // Messages of earlier releases lack these sums.
  const unknown = reports.filter(({ totals }) => totals.spfPassed === undefined || totals.dkimPassed === undefined);
  for (const [organizationId, group] of Map.groupBy(unknown, (report) => report.organizationId)) {
    for (const [reportId, sums] of await records.readAlignedSums(organizationId, group)) sumsById.set(reportId, sums);
  }
  return (report) => {
    const { organizationId, domainId, day, reportId, totals } = report;
    const { messages, passed } = totals;
    const { spfPassed = 0, dkimPassed = 0 } = { ...totals, ...sumsById.get(reportId) };
    const authentic = toTrust(report).trust !== "none";
    const sums = { reports: 1, messages, passed, spfPassed, dkimPassed };
    return { organizationId, domainId, day: toStoredDay(day), authentic, ...sums };
  };
}
