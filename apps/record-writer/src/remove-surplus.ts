import type { ReportPart } from "./report-parts.ts";
import type { WriteContext } from "./write-context.ts";

/**
 * Somebody else may have been inserting these reports at the same time: a writer that was stopped for longer than the
 * group waits, or an insert whose answer was lost. Each looks after its own insert, so the last one sees what is double.
 *
 * @throws when rows that nothing told apart had to go: the reports have to be written again
 */
export async function removeSurplus(parts: readonly ReportPart[], { records, readBack }: WriteContext): Promise<void> {
  if (!readBack) return;
  for (const [organizationId, group] of Map.groupBy(parts, ({ facts }) => facts.organizationId)) {
    const locations = group.map(({ facts }) => facts);
    const found = await records.readBack(organizationId, locations);
    const double = new Map(
      found
        .filter(({ rows, ordinals, reportRows }) => rows > ordinals || reportRows > 1)
        .map((one) => [one.reportId, one]),
    );
    if (double.size === 0) continue;
    const concerned = locations.filter(({ reportId }) => double.has(reportId));
    await records.deleteSurplus(organizationId, concerned);
    const left = await records.readBack(organizationId, concerned);
    if (left.some(({ reportId, ordinals }) => ordinals < (double.get(reportId)?.ordinals ?? 0)))
      throw new Error("rows of one attempt were there twice and had to be removed; the reports are written again");
  }
}
