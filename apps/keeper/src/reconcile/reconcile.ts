import { type FindOptions, findDifferences } from "./find-differences.ts";
import type { Difference, Finding } from "./finding.ts";
import { type Remaining, repairDifferences } from "./repair-differences.ts";

export interface ReconcileOptions extends FindOptions {
  /** Repair what differs; otherwise it is only found. */
  readonly repair: boolean;
  /** With `repair`: also delete the rows of reports that the ledger does not have. */
  readonly deleteUnknown: boolean;
}

/** What was found, and what remains. */
export interface Reconciled {
  /** Reports compared. */
  readonly reports: number;
  readonly found: Readonly<Record<Difference, number>>;
  /** Reports whose rows are right now. */
  readonly repaired: number;
  /** Unknown reports whose rows were deleted. */
  readonly deleted: number;
  /** What still differs. */
  readonly left: readonly Remaining[];
}

/** Runs {@link compareAndRepair} unless another process does: `null`. */
export async function reconcile(options: ReconcileOptions): Promise<Reconciled | null> {
  const { metadata } = options;
  const results: Reconciled[] = [];
  await metadata.watch.withWatchLock("reconciliation", async () => {
    results.push(await compareAndRepair(options));
  });
  return results[0] ?? null;
}

/**
 * Compares all reports with their rows, and repairs what differs on request. When no rows of unknown reports remain, a
 * ledger that was restored from a backup is trusted again. Needs the lock for reconciliation: {@link reconcile} takes it.
 */
export async function compareAndRepair(options: ReconcileOptions): Promise<Reconciled> {
  const { metadata, repair, stopping, organizationId, since } = options;
  const begunAt = new Date();
  const setBack = await metadata.reports.readSetBack();
  const { reports, findings } = await findDifferences(options);
  const left = repair ? await repairDifferences(findings, options) : findings.map(toRemaining);
  const isWhole = organizationId === undefined && since === undefined && stopping?.aborted !== true;
  const counts = countByDifference(left);
  if (isWhole) {
    if (repair && setBack !== null && counts.unknown === 0) await metadata.reports.endReadingBack(setBack);
    await metadata.watch.saveReconciliation({ begunAt, finishedAt: new Date(), reports, ...counts });
  }
  const found = countByDifference(findings);
  const deleted = found.unknown - counts.unknown;
  return { reports, found, repaired: findings.length - left.length - deleted, deleted, left };
}

function toRemaining(finding: Finding): Remaining {
  return { ...finding, reason: null };
}

function countByDifference(findings: readonly Finding[]): Readonly<Record<Difference, number>> {
  const counts = { missing: 0, altered: 0, doubled: 0, unknown: 0 };
  for (const { difference } of findings) counts[difference] += 1;
  return counts;
}
