import type { ReportPart } from "./report-parts.ts";
import type { WriteContext } from "./write-context.ts";

/**
 * Removes duplicate rows. Another writer may have inserted these reports at the same time: one that was paused for
 * longer than the session timeout, or an insert whose response was lost. Each writer checks after its own insert, so
 * the last one sees all duplicates.
 *
 * @throws when duplicates remain because another writer is inserting: the reports must be checked again
 */
export async function removeSurplus(parts: readonly ReportPart[], { metadata, records }: WriteContext): Promise<void> {
  for (const [organizationId, group] of Map.groupBy(parts, ({ facts }) => facts.organizationId)) {
    const locations = group.map(({ facts }) => facts);
    const listDuplicated = async () => {
      const found = await records.readBack(organizationId, locations);
      return new Set(
        found
          .filter(({ rows, ordinals, reportRows }) => rows > ordinals || reportRows > 1)
          .map(({ reportId }) => reportId),
      );
    };
    const duplicated = await listDuplicated();
    if (duplicated.size === 0) continue;
    const surplus = locations.filter(({ reportId }) => duplicated.has(reportId));
    const attempt = await metadata.reports.createAttempt();
    await records.deleteSurplus(organizationId, { reports: surplus, attempt });
    if ((await listDuplicated()).size > 0) throw new Error("another record-writer is inserting the same reports");
  }
}
