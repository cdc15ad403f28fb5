import pg from "pg";
import { StoreUnavailableError, toStoreError } from "./store-error.ts";

/** Whatever can answer a statement: the pool, or one transaction. */
export interface Queryable {
  /** @throws StoreUnavailableError when the connection is lost */
  query<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** One pool of connections. */
export interface Database extends Queryable {
  /** Commits when `work` resolves, rolls back when it rejects. `work` is called once: repeating it is the caller's choice. */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>;
  /** Every statement of `work` sees the database as it is at the first of them, and changes nothing. */
  snapshot<Result>(work: (snapshot: Queryable) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** On our side too, because a dead network never answers. */
const QUERY_TIMEOUT_MS = 30_000;

export function openDatabase(url: string, connectionsMax: number): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    statement_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: "ruaflow",
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);

  async function withConnection<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      throw toStoreError(error);
    }
    client.on("error", ignore);
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      const reported = toStoreError(error);
      if (reported instanceof StoreUnavailableError) broken = reported;
      throw reported;
    } finally {
      client.off("error", ignore);
      client.release(broken);
    }
  }

  return {
    query: (sql, values = []) => withConnection((client) => ask(client, sql, values)),
    transaction: (work) => withConnection((client) => transact(client, { begin: "BEGIN", work })),
    snapshot: (work) => withConnection((client) => transact(client, { begin: BEGIN_SNAPSHOT, work })),
    close: () => pool.end(),
  };
}

function ignore(): void {}

async function ask<Row extends pg.QueryResultRow>(
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
    const result = await work({ query: (sql, values = []) => ask(client, sql, values) });
    await client.query("COMMIT");
    return result;
  } catch (error) {
    const reported = toStoreError(error);
    // A lost connection is thrown away, which rolls back too; a statement on it would only wait for its timeout.
    if (!(reported instanceof StoreUnavailableError)) await client.query("ROLLBACK");
    throw reported;
  }
}
