import type { Queryable } from "@ruaflow/postgres";
import { deletingDomains } from "../living-domains.ts";

/** What PostgreSQL has of the reports of one organization and day. */
export interface ListedDay {
  /** UTC day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly reports: number;
  readonly records: number;
  readonly messages: number;
  /** Sum of the hashes of the reports' rows; only of those that have one of the current form. */
  readonly hash: bigint;
  /** Reports whose rows were not yet verified. */
  readonly unverified: number;
}

/** Inclusive UTC days, `YYYY-MM-DD`. */
export interface ListedRange {
  readonly firstDay: string;
  readonly lastDay: string;
  /** The form of the hashes that can be compared. */
  readonly hashForm: number;
}

/** Reports that lists show, of domains that are not being deleted, with their entry in the ledger. */
export const listedInLedger = `stored_reports s JOIN report_ledger l ON l.report_id = s.report_id AND l.state = 'stored'
  WHERE s.organization_id = $1 AND s.domain_id NOT IN (${deletingDomains})`;

/** The days that have reports. Takes a second for some 100,000 reports: keep the range small. */
export async function readListedDays(
  database: Queryable,
  organizationId: string,
  { firstDay, lastDay, hashForm }: ListedRange,
): Promise<ListedDay[]> {
  const rows = await database.query<Omit<ListedDay, "hash"> & { readonly hash: string }>(
    `SELECT s.day::text, count(*)::float8 AS reports, sum(l.expected_records)::float8 AS records,
       sum(l.expected_messages)::float8 AS messages,
       coalesce(sum(l.rows_hash) FILTER (WHERE l.rows_hash_form = $4), 0)::text AS hash,
       count(*) FILTER (WHERE l.rows_hash_form IS DISTINCT FROM $4)::float8 AS unverified
     FROM ${listedInLedger} AND s.day BETWEEN $2::date AND $3::date GROUP BY s.day`,
    [organizationId, firstDay, lastDay, hashForm],
  );
  return rows.map(({ hash, ...day }) => ({ ...day, hash: BigInt(hash) }));
}
