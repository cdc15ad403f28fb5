import { compareAgain, type FindOptions } from "./find-differences.ts";
import { type Finding, toPlace } from "./finding.ts";
import type { Unrepairable } from "./reread-report.ts";
import { rewriteReports } from "./rewrite-reports.ts";

/** Unknown reports whose rows are deleted while writers wait. */
const DELETED_TOGETHER = 500;

export interface RepairOptions extends FindOptions {
  /** Delete the rows of reports that the ledger does not have. */
  readonly deleteUnknown: boolean;
}

/** What still differs, and why it could not be repaired. */
export interface Remaining extends Finding {
  readonly reason: Unrepairable | null;
}

/**
 * Repairs what was found, as far as possible: rows of unknown reports are deleted on request, duplicates are removed, and
 * what is missing or altered is written again from the bytes that arrived. May be repeated after a crash at any point.
 */
export async function repairDifferences(
  findings: readonly Finding[],
  options: RepairOptions,
): Promise<readonly Remaining[]> {
  if (options.deleteUnknown) await deleteUnknown(findings, options);
  await removeDuplicates(findings, options);
  const damaged = (await compareAgain(options, findings)).filter(
    ({ difference }) => difference === "missing" || difference === "altered",
  );
  const reasons = new Map<string, Unrepairable>();
  for (const [organizationId, group] of Map.groupBy(damaged, (finding) => finding.organizationId)) {
    const rewritten = await options.metadata.reports.whileRowsChange([organizationId], (change) =>
      rewriteReports({ ...options, change }, organizationId, group),
    );
    for (const [reportId, reason] of rewritten) {
      reasons.set(`${organizationId} ${reportId}`, reason);
    }
  }
  return (await compareAgain(options, findings)).map((finding) => {
    return { ...finding, reason: reasons.get(`${finding.organizationId} ${finding.reportId}`) ?? null };
  });
}

/**
 * Deletes the rows of unknown reports, a few hundred at a time. Writers wait meanwhile, and one that brought a report first
 * keeps its rows.
 */
async function deleteUnknown(findings: readonly Finding[], { metadata, records }: RepairOptions): Promise<void> {
  const unknown = findings.filter(({ difference }) => difference === "unknown");
  for (const [organizationId, group] of Map.groupBy(unknown, (finding) => finding.organizationId)) {
    for (let start = 0; start < group.length; start += DELETED_TOGETHER) {
      const some = group.slice(start, start + DELETED_TOGETHER);
      await metadata.reports.whileRowsChange([organizationId], (change) =>
        metadata.reports.whileUnclaimed(some, (gone) =>
          records.deleteReports(change, organizationId, { reports: gone }),
        ),
      );
    }
  }
}

/** Removes duplicate rows of many domains at once, since each removal rewrites parts. */
async function removeDuplicates(findings: readonly Finding[], options: RepairOptions): Promise<void> {
  const { metadata, records } = options;
  const still = await compareAgain(options, findings);
  // Rows of one report under two places are not duplicates of each other.
  const elsewhere = new Set(still.filter(({ difference }) => difference === "unknown").map(({ reportId }) => reportId));
  const doubled = still.filter(({ difference, reportId }) => difference === "doubled" && !elsewhere.has(reportId));
  for (const [organizationId, group] of Map.groupBy(doubled, (finding) => finding.organizationId)) {
    const attempt = await metadata.reports.createAttempt();
    const reports = [...new Map(group.map((finding) => [toPlace(finding), finding])).values()];
    await metadata.reports.whileRowsChange([organizationId], (change) =>
      records.deleteSurplus(change, organizationId, { reports, attempt }),
    );
  }
}
