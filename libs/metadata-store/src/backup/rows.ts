import type { Queryable } from "@ruaflow/postgres";
import { BACKUP_LOCK } from "../backup-lock.ts";
import { DELETION_LOCK } from "../domains/domain-deletions.ts";

/**
 * Until the session ends no deletion begins to remove rows of reports from ClickHouse; the call waits for one that is under
 * way. Take it before the transaction: its first statement takes the snapshot, also if that has to wait.
 */
export async function holdRemovals(session: Queryable): Promise<void> {
  for (const lock of [BACKUP_LOCK, DELETION_LOCK]) await session.query("SELECT pg_advisory_lock($1)", [lock]);
}

/** Of the ledger: rows of later attempts belong to reports that were claimed later. */
export async function readLastAttempt(database: Queryable): Promise<bigint | null> {
  const [state] = await database.query<{ last: string }>("SELECT last_attempt AS last FROM ledger_state");
  return state === undefined ? null : BigInt(state.last);
}

/** Opens only with the secrets key of this database; `null`: no key was ever used. */
export async function readSealedCheck(database: Queryable): Promise<Buffer | null> {
  const [check] = await database.query<{ sealed: Buffer }>("SELECT sealed FROM secrets_key_check");
  return check?.sealed ?? null;
}

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

/** Those of the reports that are in the ledger, pending or stored. */
export function findReports(database: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return find(database, "SELECT report_id AS id FROM report_ledger WHERE report_id = ANY($1)", ids);
}

/** Those of the domains that exist and are not being deleted. */
export function findLivingDomains(database: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return find(database, "SELECT id FROM domains WHERE id = ANY($1) AND status <> 'deleting'", ids);
}

async function find(database: Queryable, sql: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await database.query<{ id: string }>(sql, [ids])).map(({ id }) => id));
}

/** A body outside PostgreSQL. */
export interface OutsideBody {
  readonly submissionId: string;
  /** URL of its store. */
  readonly store: string;
  readonly key: string;
}

const BODIES_PER_PAGE = 1000;

/** All bodies outside PostgreSQL, page by page. */
export async function* listOutsideBodies(database: Queryable): AsyncGenerator<readonly OutsideBody[]> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const page: OutsideBody[] = await database.query<OutsideBody & Record<string, unknown>>(
      `SELECT submission_id AS "submissionId", store, object_key AS key FROM body_objects
       WHERE submission_id > $1 AND NOT erasing ORDER BY submission_id LIMIT ${BODIES_PER_PAGE}`,
      [after],
    );
    if (page.length > 0) yield page;
    after = page.at(-1)?.submissionId;
  }
}

/** Bodies of these stores were copied to another one. */
export async function moveBodies(database: Queryable, { from, to }: { from: readonly string[]; to: string }) {
  await database.query("UPDATE body_objects SET store = $1 WHERE store = ANY($2)", [to, from]);
}

/** Whether the database has organizations or submissions; in any schema, also none. */
export async function hasData(database: Queryable): Promise<boolean> {
  for (const table of ["organizations", "submissions"]) {
    const [{ found } = { found: false }] = await database.query<{ found: boolean }>(
      "SELECT to_regclass($1) IS NOT NULL AS found",
      [`public.${table}`],
    );
    if (found && (await database.query(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0) return true;
  }
  return false;
}
