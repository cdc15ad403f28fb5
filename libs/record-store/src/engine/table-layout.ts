/** Where the rows of the tables are. Statements name tables without knowing it; what looks at parts and mutations must. */
export interface TableLayout {
  /** The table that holds the rows of `table` on each server. */
  toStored(table: string): string;
  /** The table whose rows `stored` holds. */
  fromStored(stored: string): string;
  /** A system table, for a `FROM` clause: on a cluster, the rows of every server. */
  toSystemTable(name: "mutations" | "parts" | "tables"): string;
  /** SQL expression: the name of the database, the same on every server. */
  readonly database: string;
}

/** One server: each table holds its rows. */
export const singleServer: TableLayout = {
  toStored: (table) => table,
  fromStored: (stored) => stored,
  toSystemTable: (name) => `system.${name}`,
  database: "currentDatabase()",
};
