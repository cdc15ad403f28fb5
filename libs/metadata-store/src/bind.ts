import type { Database } from "@ruaflow/postgres";

/** Binds the database to functions that take it as their first argument, so that callers never see the connection. */
export function bindTo(database: Database) {
  return <Args extends unknown[], Result>(query: (database: Database, ...args: Args) => Result) =>
    (...args: Args): Result =>
      query(database, ...args);
}
