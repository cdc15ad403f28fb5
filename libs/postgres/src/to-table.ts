/** A column of a table of parameters: its name, its type in PostgreSQL, and what an item has there. */
export type Column<Item> = readonly [name: string, type: string, read: (item: Item) => unknown];

export interface TableOptions {
  /** What the statement calls the table. */
  readonly alias: string;
  /** Parameters of the statement that come before those of the table. */
  readonly after?: number;
  /** A further column with the number of each item, from 1. */
  readonly place?: string;
}

/**
 * Items as a table that a statement reads, one parameter for each column: `FROM ${sql}`, with `values` where the statement
 * expects them. However many items there are, the statement stays the same.
 */
export function toTable<Item>(
  items: readonly Item[],
  columns: readonly Column<Item>[],
  { alias, after = 0, place }: TableOptions,
): { readonly sql: string; readonly values: readonly (readonly unknown[])[] } {
  const parameters = columns.map(([, type], index) => `$${after + index + 1}::${type}[]`);
  const names = columns.map(([name]) => name);
  const numbered = place === undefined ? "" : " WITH ORDINALITY";
  return {
    sql: `unnest(${parameters.join(", ")})${numbered} AS ${alias} (${[...names, ...(place ? [place] : [])].join(", ")})`,
    values: columns.map(([, , read]) => items.map(read)),
  };
}
