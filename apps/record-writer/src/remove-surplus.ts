import type { ReportPlace } from "@ruaflow/metadata-store/ledger";
import type { WriteContext } from "./write-context.ts";

/** Where the rows of a report are. */
export interface WrittenReport extends ReportPlace {
  readonly organizationId: string;
}

/**
 * Removes duplicate rows. Another writer may have inserted these reports at the same time: one that was paused for
 * longer than the session timeout, or an insert whose response was lost. Each writer checks after its own insert, so
 * the last one sees all duplicates, unless it is killed before: `late-rows.ts` checks once more.
 *
 * @returns how many reports had duplicates
 * @throws when duplicates remain because another writer is inserting: the reports must be checked again
 */
export async function removeSurplus(
  reports: readonly WrittenReport[],
  { metadata, records }: Pick<WriteContext, "metadata" | "records">,
): Promise<number> {
  let removed = 0;
  for (const [organizationId, group] of Map.groupBy(reports, (report) => report.organizationId)) {
    const listDuplicated = async () => {
      const found = await records.readBack(organizationId, group);
      return new Set(
        found
          .filter(({ rows, ordinals, reportRows }) => rows > ordinals || reportRows > 1)
          .map(({ reportId }) => reportId),
      );
    };
    const duplicated = await listDuplicated();
    if (duplicated.size === 0) continue;
    const surplus = group.filter(({ reportId }) => duplicated.has(reportId));
    const attempt = await metadata.reports.createAttempt();
    await metadata.reports.whileRowsChange([organizationId], (change) =>
      records.deleteSurplus(change, organizationId, { reports: surplus, attempt }),
    );
    if ((await listDuplicated()).size > 0) throw new Error("another record-writer is inserting the same reports");
    removed += duplicated.size;
  }
  return removed;
}
