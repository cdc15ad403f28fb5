import type { Queryable } from "@ruaflow/postgres";
import { toReportId } from "@ruaflow/report/identity";
import { selectHashes } from "./content-hashes.ts";
import type { Sibling } from "./voucher.ts";

/** The indexed expression for the key that all reports of one identity share. */
export const identityKey = "coalesce(base_key, authentic_key, report_key)";

/** The reports of some identities, by the identity's key. */
export type Siblings = ReadonlyMap<string, readonly Sibling[]>;

type Row = Omit<Sibling, "isStored"> & { readonly state: string };

/**
 * Looks up identities; only a hint, like `findKnownReports`. One by one through the index (`OFFSET 0` keeps the subquery apart): until the
 * table's first statistics, `= ANY` of a few hundred keys reads all of it, for each batch of a first import.
 */
export async function findSiblings(database: Queryable, identityKeys: readonly string[]): Promise<Siblings> {
  if (identityKeys.length === 0) return new Map();
  const rows = await database.query<Row & Record<string, unknown>>(
    `SELECT encode(report_key, 'hex') AS "reportKey", encode(${identityKey}, 'hex') AS "identityKey", state,
       authentic_key IS NOT NULL AS "isUnproven", ${selectHashes("report_ledger")}, vouched_by AS "vouchedBy",
       matched_by AS "matchedBy"
     FROM unnest($1::bytea[]) AS wanted (key),
       LATERAL (SELECT * FROM report_ledger WHERE ${identityKey} = wanted.key OFFSET 0) AS report_ledger`,
    [identityKeys.map(toByteaText)],
  );
  return Map.groupBy(
    rows.map(({ state, ...row }) => ({ ...row, isStored: state === "stored" })),
    (row) => row.identityKey,
  );
}

/**
 * Locks and reads identities. All writers lock in the order of the keys, which prevents deadlocks. Read in a second statement: the
 * first does not see reports that were added while it waited. With nothing to lock it has not waited.
 */
export async function lockSiblings(transaction: Queryable, identityKeys: readonly string[]): Promise<Siblings> {
  if (identityKeys.length === 0) return new Map();
  const lock = `SELECT 1 FROM report_ledger WHERE ${identityKey} = ANY($1::bytea[]) ORDER BY report_key FOR UPDATE`;
  const locked = await transaction.query(lock, [identityKeys.map(toByteaText)]);
  return locked.length === 0 ? new Map() : findSiblings(transaction, identityKeys);
}

/** A copy that came otherwise, noted with the report that it is a copy of. */
export interface Mark {
  /** SHA-256 as 64 lower-case hex digits. */
  readonly reportKey: string;
  readonly matchedBy: string;
}

/** Notes copies, of reports that are locked. */
export async function saveMarks(transaction: Queryable, marks: readonly Mark[]): Promise<void> {
  if (marks.length === 0) return;
  await transaction.query(
    `UPDATE report_ledger SET matched_by = m.matched_by FROM unnest($1::text[], $2::text[]) AS m (report_id, matched_by)
     WHERE report_ledger.report_id = m.report_id AND report_ledger.report_id = ANY($1)`,
    [marks.map(({ reportKey }) => toReportId(reportKey)), marks.map(({ matchedBy }) => matchedBy)],
  );
}

/** PostgreSQL's text form of bytes. */
function toByteaText(hex: string): string {
  return `\\x${hex}`;
}
