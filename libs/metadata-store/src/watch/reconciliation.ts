import type { Queryable } from "@ruaflow/postgres";

/** What a comparison of all reports with their rows has found and not repaired. */
export interface Reconciliation {
  readonly begunAt: Date;
  readonly finishedAt: Date;
  /** Reports compared. */
  readonly reports: number;
  readonly missing: number;
  readonly altered: number;
  readonly doubled: number;
  readonly unknown: number;
}

/** Replaces the result of the comparison before. */
export async function saveReconciliation(database: Queryable, result: Reconciliation): Promise<void> {
  const { begunAt, finishedAt, reports, missing, altered, doubled, unknown } = result;
  await database.query(
    `INSERT INTO reconciliation (begun_at, finished_at, reports, missing, altered, doubled, unknown)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (only_row) DO UPDATE SET begun_at = excluded.begun_at, finished_at = excluded.finished_at,
       reports = excluded.reports, missing = excluded.missing, altered = excluded.altered,
       doubled = excluded.doubled, unknown = excluded.unknown`,
    [begunAt, finishedAt, reports, missing, altered, doubled, unknown],
  );
}

/** The last one, by any process; `null`: never. */
export async function readReconciliation(database: Queryable): Promise<Reconciliation | null> {
  const [row] = await database.query<Reconciliation & Record<string, unknown>>(
    `SELECT begun_at AS "begunAt", finished_at AS "finishedAt", reports::float8, missing::float8, altered::float8,
       doubled::float8, unknown::float8 FROM reconciliation`,
  );
  return row ?? null;
}
