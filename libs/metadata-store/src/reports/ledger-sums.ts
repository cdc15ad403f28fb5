import type { Queryable } from "@ruaflow/postgres";

/** The expected records and messages of a report. */
export interface LedgerSums {
  readonly reportId: string;
  readonly state: "pending" | "stored";
  /** UTC date, `YYYY-MM-DD`. */
  readonly day: string;
  readonly records: number;
  readonly messages: number;
}

/** A domain that may have reports. */
export interface LedgerDomain {
  readonly organizationId: string;
  readonly domainId: string;
  readonly name: string;
}

/** The domains of all organizations, except those being deleted: for the operator. */
export function listLedgerDomains(database: Queryable): Promise<LedgerDomain[]> {
  return database.query<LedgerDomain>(
    `SELECT organization_id AS "organizationId", id AS "domainId", name FROM domains WHERE status <> 'deleting'
     ORDER BY organization_id, id`,
  );
}

/** Those of the domains that do not exist, not even as domains being deleted. */
export async function listUnknownDomains<Domain extends { readonly domainId: string }>(
  database: Queryable,
  domains: readonly Domain[],
): Promise<Domain[]> {
  const rows = await database.query<{ id: string }>("SELECT id FROM domains WHERE id = ANY($1)", [
    domains.map(({ domainId }) => domainId),
  ]);
  const known = new Set(rows.map(({ id }) => id));
  return domains.filter(({ domainId }) => !known.has(domainId));
}

/** The next reports of a domain, ordered by report id. */
export function listLedgerSums(
  database: Queryable,
  organizationId: string,
  page: { readonly domainId: string; readonly afterReportId: string; readonly reportsMax: number },
): Promise<LedgerSums[]> {
  return database.query<LedgerSums>(
    `SELECT report_id AS "reportId", state, day::text, expected_records::float8 AS records,
       expected_messages::float8 AS messages
     FROM report_ledger WHERE organization_id = $1 AND domain_id = $2 AND report_id COLLATE "C" > $3
     ORDER BY report_id COLLATE "C" LIMIT $4`,
    [organizationId, page.domainId, page.afterReportId, page.reportsMax],
  );
}
