/** A value bound to a `{name:Type}` placeholder; values never enter the text of a query. */
export type QueryValue = string | number | boolean | readonly string[];
export type QueryParams = Readonly<Record<string, QueryValue>>;

/**
 * What the store needs of ClickHouse: a server, or the engine inside this process. Settings stand in each query's own
 * `SETTINGS` clause: inside the process a setting given beside the query would stay with the session.
 */
export interface Engine {
  readonly kind: "server" | "embedded";
  /** Questions that are asked at once: more would only wait inside it, and hold each other up. */
  readonly questionsMax: number;
  /** Runs a `SELECT` without `FORMAT` and gives its rows; `Row` is what the columns are known to be. */
  select<Row>(query: string, params: QueryParams): Promise<Row[]>;
  /** Runs a statement that gives no rows; may take minutes. */
  command(query: string, params: QueryParams): Promise<void>;
  /** Runs an `INSERT … FORMAT …` with the given lines as its data; resolves once they are stored. */
  insert(statement: string, lines: readonly string[]): Promise<void>;
  /** Throws when the engine does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export const defaultDatabase = "ruaflow";
