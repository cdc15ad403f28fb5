import type { ReportPart } from "./report-parts.ts";
import type { RoundContext } from "./write-context.ts";

/**
 * Removes rows that reports with other content left under the same keys before the ledger was set back: the report that is
 * in the ledger now counts. A report that was inserted only in part is removed as well, since its content is unknown. Rows
 * with the same content stay, and rows inserted since then.
 *
 * @param parts `forgotten` ones
 */
export async function removeOtherContent(
  parts: readonly ReportPart[],
  { metadata, records, setBackAttempt }: RoundContext,
): Promise<void> {
  for (const [organizationId, group] of Map.groupBy(parts, ({ facts }) => facts.organizationId)) {
    const reports = group.map(({ facts }) => facts);
    const found = await records.readBack(organizationId, reports);
    const stored = reports.filter((_, index) => (found[index]?.rows ?? 0) > 0 || (found[index]?.reportRows ?? 0) > 0);
    if (stored.length === 0) continue;
    const contents = await records.readContents(organizationId, stored);
    const others = stored.filter(({ reportId, contentHash }) => !isOnly(contentHash, contents.get(reportId)));
    if (others.length === 0) continue;
    await metadata.reports.whileRowsChange([organizationId], (change) =>
      records.deleteReports(change, organizationId, {
        reports: others,
        ...(setBackAttempt !== undefined && { attemptMax: setBackAttempt }),
      }),
    );
  }
}

function isOnly(contentHash: string, contents: readonly string[] = []): boolean {
  return contents.length === 1 && contents[0] === contentHash;
}
