import type { ReportPart } from "./report-parts.ts";
import type { WriteContext } from "./write-context.ts";

/**
 * Another writer may have inserted these reports at the same time: one that was stopped for longer than the group waits, or
 * an insert whose answer was lost. Each looks after its own insert, so the last one sees what is double.
 *
 * @throws when rows are still double afterwards, because another writer is at it: the reports have to be looked at again
 */
export async function removeSurplus(parts: readonly ReportPart[], { records }: WriteContext): Promise<void> {
  for (const [organizationId, group] of Map.groupBy(parts, ({ facts }) => facts.organizationId)) {
    const locations = group.map(({ facts }) => facts);
    const listDouble = async () => {
      const found = await records.readBack(organizationId, locations);
      return new Set(
        found
          .filter(({ rows, ordinals, reportRows }) => rows > ordinals || reportRows > 1)
          .map(({ reportId }) => reportId),
      );
    };
    const double = await listDouble();
    if (double.size === 0) continue;
    await records.deleteSurplus(
      organizationId,
      locations.filter(({ reportId }) => double.has(reportId)),
    );
    if ((await listDouble()).size > 0) throw new Error("another record-writer inserts the same reports at the moment");
  }
}
