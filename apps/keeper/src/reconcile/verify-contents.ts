import type { ListedReport } from "@ruaflow/metadata-store/ledger";
import type { StoredContent } from "@ruaflow/record-store/questions";
import { ROWS_HASH_FORM } from "@ruaflow/record-store/rows";
import { isSameContent } from "@ruaflow/report/content";
import type { Finding, Unverified } from "./finding.ts";
import type { Stores } from "./stores.ts";

/**
 * Recomputes the content hash of reports from their rows. For those that are right, the hash of the rows is saved: from
 * then on comparing it is enough.
 * @returns those whose rows say something else than the ledger and the list
 */
export async function verifyContents(
  { metadata, records }: Stores,
  organizationId: string,
  unverified: readonly Unverified[],
): Promise<Finding[]> {
  if (unverified.length === 0) return [];
  const contents = await records.recomputeContents(
    organizationId,
    unverified.map(({ report }) => report),
  );
  const isRight = ({ report }: Unverified) => isContentOf(report, contents.get(report.reportId));
  const right = unverified.filter(isRight);
  await metadata.reports.saveRowsHashes(
    ROWS_HASH_FORM,
    right.map(({ report: { reportKey }, sums: { hash } }) => ({ reportKey, hash })),
  );
  return unverified
    .filter((one) => !isRight(one))
    .map(({ report: { domainId, day, reportId } }) => {
      return { organizationId, domainId, day, reportId, difference: "altered" };
    });
}

/**
 * The content hash covers records and policy, in the newest form that the ledger has; other facts are compared one by one. Not those of the submission: a report
 * that arrived again keeps the rows that it had, after a crash or a restore of PostgreSQL.
 */
function isContentOf(report: ListedReport, content: StoredContent | undefined): boolean {
  if (content === undefined) return false;
  const { row, hashes, isConsistent } = content;
  const { totals, header } = row;
  const pairs = [
    [row.contentHash, report.contentHash],
    [totals.records, report.records],
    [totals.messages, report.messages],
    [totals.passed, report.passed],
    [header.dateRange.begin, report.begin.getTime() / 1000],
    [header.dateRange.end, report.end.getTime() / 1000],
    [row.trust === "none", report.trust === "none"],
  ];
  return isConsistent && isSameContent(hashes, report) && pairs.every(([found, expected]) => found === expected);
}
