import { askAsService, readAsker } from "@ruaflow/runtime/asker";
import { createFairTurns } from "@ruaflow/runtime/turns";
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

/** The part of all connections that requests may use at once; the others are for the service's own work. */
const ASKERS_PART = 3 / 4;
/** Connections of one heavy organization: PostgreSQL shares its processors among all statements that run. */
const HEAVY_PLACES_MAX = 4;
const SHORT_MS = 100;

/** Statements of requests wait for their turn here: in the pool's own queue, who waits for 5 s would get an error. */
function createTurns(connectionsMax: number) {
  const places = Math.max(1, Math.floor(connectionsMax * ASKERS_PART));
  return createFairTurns({ places, heavyPlacesMax: HEAVY_PLACES_MAX, shortMs: SHORT_MS, turnMs: 0, isLimited: true });
}

export function openDatabase(url: string, connectionsMax: number): Database {
  const pool = openPool({ url, connectionsMax, applicationName: "ruaflow" });
  const turns = createTurns(connectionsMax);

  /** In turns, if a request asks. What asks while it has a connection must not wait for a turn: others may wait for that connection. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const asker = readAsker();
    return asker === null ? work() : turns.use(asker, () => askAsService(work));
  }

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
    query: (sql, values = []) => inTurn(() => withConnection((client) => run(client, sql, values))),
    transaction: (work) => inTurn(() => withConnection((client) => transact(client, { begin: "BEGIN", work }))),
    snapshot: (work) => inTurn(() => withConnection((client) => transact(client, { begin: BEGIN_SNAPSHOT, work }))),
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
