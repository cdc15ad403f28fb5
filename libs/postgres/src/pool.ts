import pg from "pg";

const CONNECT_TIMEOUT_MS = 5_000;
/** Also enforced by the client, because a broken network never answers. */
const QUERY_TIMEOUT_MS = 30_000;

export interface PoolOptions {
  readonly url: string;
  readonly connectionsMax: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
}

/** Opens a pool that survives broken connections: only the statement on the broken connection fails, never the process. */
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
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on("error", () => undefined);
  // The same for a connection that breaks between two statements of its user: the next statement rejects.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
