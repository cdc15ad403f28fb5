/** A value bound to a `{name:Type}` placeholder; values are never part of the query text. */
export type QueryValue = string | number | boolean | readonly string[];
export type QueryParams = Readonly<Record<string, QueryValue>>;

/** What a query returns the rows of: a domain of an organization, its name alone, or one report about it. */
export interface RowOwner {
  readonly organizationId: string;
  readonly domainId: string;
  /** Only what reports say of the domain itself: those about subdomains have other names. */
  readonly name?: string;
  /** The report, and the day under which its rows are stored. */
  readonly day?: string;
  readonly reportId?: string;
}

/** The values by which a query of an owner's rows names it; one for several owners has them all. */
export function toOwnerParams(owners: readonly RowOwner[]) {
  const distinct = (texts: readonly string[]) => [...new Set(texts)];
  return {
    organizationIds: distinct(owners.map(({ organizationId }) => organizationId)),
    domainIds: distinct(owners.map(({ domainId }) => domainId)),
    names: distinct(owners.flatMap(({ name }) => name ?? [])),
    days: distinct(owners.flatMap(({ day }) => day ?? [])),
    reportIds: distinct(owners.flatMap(({ reportId }) => reportId ?? [])),
  };
}

/**
 * What questions need from ClickHouse: a server, or the embedded engine. Settings are part of each query's `SETTINGS`
 * clause: in the embedded engine a setting passed separately would stay with the session.
 */
export interface Engine {
  readonly kind: "server" | "embedded";
  /** Where the rows of the tables are. */
  readonly layout: TableLayout;
  /** Maximum of concurrent queries: more would wait inside the engine and slow each other down. */
  readonly questionsMax: number;
  /**
   * Runs a `SELECT` without `FORMAT` and returns its rows; `Row` is the known type of the columns.
   *
   * @param owners of one organization, whose rows alone it returns: {@link toOwnerParams} are among the values, each row has its
   *   owner's members and no other one of {@link RowOwner}, and the rows of each owner are the same when the query names others, too
   */
  select<Row>(query: string, params: QueryParams, owners?: readonly RowOwner[]): Promise<Row[]>;
  /** Rejects when the engine does not respond. */
  ping(): Promise<void>;
}

/** An engine that takes further rows. */
export interface InsertingEngine extends Engine {
  /** Runs an `INSERT … FORMAT …` with the given lines as its data; resolves once they are stored. */
  insert(statement: string, lines: readonly string[]): Promise<void>;
  /** Inserts rows from a file; only the embedded engine has one. Resolves once they are stored. */
  insertFile?(insert: FileInsert): Promise<void>;
}

/** The whole engine. Rows that cached answers derive from change only within a `RowChange`: `rows/row-changes.ts`. */
export interface WritingEngine extends InsertingEngine {
  /** Runs a statement that returns no rows; may take minutes. */
  command(query: string, params: QueryParams): Promise<void>;
  close(): Promise<void>;
}

/** An `INSERT … SELECT` from a file, for many rows: as text of the statement the engine would copy them several times. */
export interface FileInsert {
  /** @param file the first argument of the table function `file` */
  readonly toStatement: (file: string) => string;
  readonly params: QueryParams;
  /** What the file contains, each with a line break after it. */
  readonly texts: readonly Uint8Array[];
}

export const defaultDatabase = "ruaflow";

/** The database of the views on a database of tables: columns are only added to it; a break would be a `_v2` beside it. */
export function toViewsDatabase(database: string): string {
  return `${database}_v1`;
}

/** A text as an SQL literal, for the places of a statement that take no placeholder. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** Where the rows of the tables are. Statements name tables without knowing it; what looks at parts and mutations must. */
export interface TableLayout {
  /** The table that holds the rows of `table` on each server. */
  toStored(table: string): string;
  /** The table whose rows `stored` holds. */
  fromStored(stored: string): string;
  /** A system table, for a `FROM` clause: on a cluster, the rows of every server. */
  toSystemTable(name: "merges" | "mutations" | "parts" | "processes" | "tables"): string;
  /** SQL expression: the name of the database, the same on every server. */
  readonly database: string;
  /**
   * Equal for organizations whose questions one query may answer: all on one server. On a cluster each is alone, for its rows are on one
   * shard, and no other is asked.
   */
  toSharing(organizationId: string): string;
}

/** One server: each table holds its rows. */
export const singleServer: TableLayout = {
  toStored: (table) => table,
  fromStored: (stored) => stored,
  toSystemTable: (name) => `system.${name}`,
  database: "currentDatabase()",
  toSharing: () => "",
};
