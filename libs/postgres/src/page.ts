import type pg from "pg";
import type { Queryable } from "./database.ts";

/** Selects one page of a list. */
export interface PageRequest {
  /** From 1. */
  readonly page: number;
  /** 1 to 1,000. */
  readonly perPage: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Length of the whole list. */
  readonly total: number;
}

/** The two values of `LIMIT $n OFFSET $m`. */
export function toLimitAndOffset({ page, perPage }: PageRequest): [limit: number, offset: number] {
  const limit = Math.min(Math.max(perPage, 1), 1000);
  return [limit, (Math.max(page, 1) - 1) * limit];
}

/** A list that a statement selects: SQL, with the values of its parameters. */
export interface List {
  readonly columns: string;
  /** From `FROM` on, without it. */
  readonly from: string;
  readonly order: string;
  readonly values: readonly unknown[];
}

/** Reads one page of a list and, at the same time, counts the whole list. */
export async function readPage<Row extends pg.QueryResultRow>(
  database: Queryable,
  { columns, from, order, values }: List,
  request: PageRequest,
): Promise<Page<Row>> {
  const limits = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  const [items, counts] = await Promise.all([
    database.query<Row>(`SELECT ${columns} FROM ${from} ORDER BY ${order} ${limits}`, [
      ...values,
      ...toLimitAndOffset(request),
    ]),
    database.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${from}`, values),
  ]);
  return { items, total: counts[0]?.total ?? 0 };
}
