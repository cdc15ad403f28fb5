import pg from "pg";

const CONNECT_TIMEOUT_MS = 5_000;
/** On our side too, because a dead network never answers. */
const QUERY_TIMEOUT_MS = 30_000;

export interface PoolOptions {
  readonly url: string;
  readonly connectionsMax: number;
  /** As `pg_stat_activity` shows it. */
  readonly applicationName: string;
}

/** Opens a pool that outlives broken connections: what fails is the statement that meets one, never the process. */
export function openPool({ url, connectionsMax, applicationName }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    statement_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: applicationName,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);
  // The same for one that breaks in its user's hands between two statements: the next statement rejects.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
