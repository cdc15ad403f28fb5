import type { LedgerSums } from "@ruaflow/metadata-store/reports";
import type { ReportSums } from "@ruaflow/record-store/questions";

/**
 * How the rows of a report differ from the ledger.
 *
 * - `doubled`: rows exist more than once; they can be repaired
 * - `incomplete`: rows are missing, or their counts differ from the report's
 * - `unknown`: rows of a report that is not in the ledger
 */
export type Difference = "doubled" | "incomplete" | "unknown";

/** A report whose rows differ from the ledger. */
export interface Finding {
  readonly reportId: string;
  /** UTC day under which its rows are stored, `YYYY-MM-DD`. */
  readonly day: string;
  readonly difference: Difference;
}

/**
 * Compares the stored rows with the ledger. Reports that are being written are skipped: their writer completes them.
 */
export function compareReports(ledger: readonly LedgerSums[], stored: readonly ReportSums[]): Finding[] {
  const sums = new Map(stored.map((found) => [found.reportId, found]));
  const known = new Set(ledger.map(({ reportId }) => reportId));
  const findings = ledger.flatMap(({ reportId, state, day, records, messages }): Finding[] => {
    if (state !== "stored") return [];
    const found = sums.get(reportId);
    const difference = findDifference({ records, messages }, found);
    return difference === null ? [] : [{ reportId, day: found?.day ?? day, difference }];
  });
  const unknown = stored.filter(({ reportId }) => !known.has(reportId));
  return [...findings, ...unknown.map(({ reportId, day }): Finding => ({ reportId, day, difference: "unknown" }))];
}

function findDifference(
  expected: { readonly records: number; readonly messages: number },
  found: ReportSums | undefined,
): Difference | null {
  if (found === undefined || found.reportRows === 0 || found.ordinals < expected.records) return "incomplete";
  if (found.rows > found.ordinals || found.reportRows > 1) return "doubled";
  return found.messages === expected.messages ? null : "incomplete";
}
