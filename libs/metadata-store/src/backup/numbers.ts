import type { Queryable } from "@ruaflow/postgres";
import { withCopySession } from "@ruaflow/postgres/copy";
import { quoteTable } from "./tables.ts";

/** What PostgreSQL says of an organization's reports. */
export interface OrganizationNumbers {
  readonly organizationId: string;
  /** Reports that the ledger calls stored, and their records and messages. */
  readonly reports: string;
  readonly records: string;
  readonly messages: string;
}

/** The reports of each organization, by the ledger. */
export function readLedgerNumbers(database: Queryable): Promise<OrganizationNumbers[]> {
  return database.query<OrganizationNumbers & Record<string, unknown>>(
    `SELECT o.id AS "organizationId", count(l.report_id)::text AS reports,
       coalesce(sum(l.expected_records), 0)::text AS records, coalesce(sum(l.expected_messages), 0)::text AS messages
     FROM organizations o LEFT JOIN report_ledger l ON l.organization_id = o.id AND l.state = 'stored'
     GROUP BY o.id ORDER BY o.id`,
  );
}

/** The number of rows of each table. */
export interface TableRows {
  readonly name: string;
  readonly rows: number;
}

/** Counts what a restored database has, without a time limit. */
export function countDatabase(url: string, tables: readonly string[]) {
  return withCopySession(url, async (session) => {
    const counted: TableRows[] = [];
    for (const name of tables) {
      const [row] = await session.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${quoteTable(name)}`);
      counted.push({ name, rows: Number(row?.rows ?? 0) });
    }
    return { tables: counted, organizations: await readLedgerNumbers(session) };
  });
}
