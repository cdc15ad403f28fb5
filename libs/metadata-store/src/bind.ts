import type { Database } from "@ruaflow/postgres";

/** Binds functions that take the database first, so that a room's callers never see the connection. */
export function bindTo(database: Database) {
  return <Args extends unknown[], Result>(ask: (database: Database, ...args: Args) => Result) =>
    (...args: Args): Result =>
      ask(database, ...args);
}
