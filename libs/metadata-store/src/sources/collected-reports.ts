import { type Database, type Queryable, tryWithLock } from "@ruaflow/postgres";

/** Reports of one organization whose addresses have not been collected yet. */
export interface UncollectedReports {
  readonly organizationId: string;
  /** Where each is stored, in the order in which they became visible. */
  readonly reports: readonly { readonly reportId: string; readonly domainId: string; readonly day: string }[];
  /** The position to save when their addresses are saved. */
  readonly position: number;
}

/** "rusc" in ASCII. */
const COLLECTION_LOCK = 0x72757363;

/** Runs `work` unless another process does, and returns its result, or `null` when it did not run. */
export function withCollectionLock<Result>(database: Database, work: () => Promise<Result>): Promise<Result | null> {
  return tryWithLock(database, COLLECTION_LOCK, work);
}

/**
 * The next visible reports of an organization that has any, at most `limit`; `null`: every address is collected. Numbers
 * become visible in order, so continuing from a saved position skips no report.
 */
export async function readUncollectedReports(database: Queryable, limit: number): Promise<UncollectedReports | null> {
  const [next] = await database.query<{ organizationId: string; position: string; last: string }>(
    `SELECT organization_id AS "organizationId", coalesce(p.last_sequence, 0) AS position, s.last_sequence AS last
     FROM report_sequences s LEFT JOIN source_positions p USING (organization_id)
     WHERE s.last_sequence > coalesce(p.last_sequence, 0) ORDER BY random() LIMIT 1`,
  );
  if (next === undefined) return null;
  const { organizationId } = next;
  const rows = await database.query<{ sequence: string; reportId: string; domainId: string; day: string }>(
    `SELECT sequence, report_id AS "reportId", domain_id AS "domainId", day::text FROM stored_reports
     WHERE organization_id = $1 AND sequence > $2 AND sequence <= $3 ORDER BY sequence LIMIT $4`,
    [organizationId, next.position, next.last, limit],
  );
  const reports = rows.map(({ sequence: _, ...report }) => report);
  // With fewer rows the rest of the numbers belonged to deleted reports.
  const position = rows.length === limit ? Number(rows.at(-1)?.sequence) : Number(next.last);
  return { organizationId, reports, position };
}

/**
 * Adds addresses that are not known yet, and makes those due whose facts have expired. Safe to repeat.
 * @returns the number of new addresses
 */
export async function saveAddresses(database: Queryable, addresses: readonly string[]): Promise<number> {
  const [saved] = await database.query<{ added: number }>(
    `WITH seen AS (SELECT DISTINCT address FROM unnest($1::text[]) AS a (address)),
     added AS (
       INSERT INTO sources (address) SELECT address FROM seen ORDER BY address ON CONFLICT DO NOTHING RETURNING address
     ),
     expired AS (
       UPDATE sources SET due_at = now() WHERE address IN (
         SELECT address FROM sources
         WHERE address = ANY (ARRAY(SELECT address FROM seen EXCEPT SELECT address FROM added))
           AND due_at IS NULL AND expires_at <= now()
         ORDER BY address FOR NO KEY UPDATE SKIP LOCKED
       )
     )
     SELECT count(*)::int AS added FROM added`,
    [addresses],
  );
  return saved?.added ?? 0;
}

/** Saves how far an organization's reports have been collected. A position never moves back. */
export async function savePosition(database: Queryable, organizationId: string, position: number): Promise<void> {
  await database.query(
    `INSERT INTO source_positions AS p (organization_id, last_sequence) VALUES ($1, $2)
     ON CONFLICT (organization_id) DO UPDATE SET last_sequence = greatest(p.last_sequence, excluded.last_sequence)`,
    [organizationId, position],
  );
}
