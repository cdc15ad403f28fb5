import type pg from "pg";
import { openPool } from "./pool.ts";
import { StoreUnavailableError, toStoreError } from "./store-error.ts";

/** Runs statements: the pool, or one transaction. */
export interface Queryable {
  /** @throws StoreUnavailableError when the connection is lost */
  query<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A connection pool. */
export interface Database extends Queryable {
  /** Commits when `work` resolves, rolls back when it rejects. Calls `work` once: the caller decides whether to repeat it. */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>;
  /** Every statement of `work` sees the database as of the first one. Read-only. */
  snapshot<Result>(work: (snapshot: Queryable) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export function openDatabase(url: string, connectionsMax: number): Database {
  const pool = openPool({ url, connectionsMax, applicationName: "ruaflow" });

  async function withConnection<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      throw toStoreError(error);
    }
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      const reported = toStoreError(error);
      if (reported instanceof StoreUnavailableError) broken = reported;
      throw reported;
    } finally {
      client.release(broken);
    }
  }

  return {
    query: (sql, values = []) => withConnection((client) => run(client, sql, values)),
    transaction: (work) => withConnection((client) => transact(client, { begin: "BEGIN", work })),
    snapshot: (work) => withConnection((client) => transact(client, { begin: BEGIN_SNAPSHOT, work })),
    close: () => pool.end(),
  };
}

async function run<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  sql: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return (await client.query<Row>(sql, [...values])).rows;
}

const BEGIN_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

interface Transaction<Result> {
  readonly begin: string;
  readonly work: (transaction: Queryable) => Promise<Result>;
}

async function transact<Result>(client: pg.PoolClient, { begin, work }: Transaction<Result>): Promise<Result> {
  await client.query(begin);
  try {
    const result = await work({ query: (sql, values = []) => run(client, sql, values) });
    await client.query("COMMIT");
    return result;
  } catch (error) {
    const reported = toStoreError(error);
    // A lost connection is discarded, which also rolls back; a statement on it would only wait for its timeout.
    if (!(reported instanceof StoreUnavailableError)) await client.query("ROLLBACK");
    throw reported;
  }
}
