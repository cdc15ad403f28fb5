import { TABLES } from "@ruaflow/metadata-store/backup";

/** The tables of the metadata store, qualified, as a backup names them. */
export const qualifiedTables: readonly string[] = TABLES.kept.map((table) => `public.${table}`);

/** A table and the columns of it that a backup has. */
export interface TableColumns {
  /** Qualified, for example `public.domains`. */
  readonly name: string;
  readonly columns: readonly string[];
}

export interface SequenceValue {
  /** Qualified, for example `public.delivery_leases`. */
  readonly name: string;
  /** `null`: it was never used. */
  readonly last: string | null;
}

/** The name and columns as a `COPY` statement needs them. */
export function toCopyTarget({ name, columns }: TableColumns): string {
  return `${quoteTable(name)} (${columns.map(quote).join(", ")})`;
}

/** A qualified name as SQL: names come from a backup's manifest, which anyone may have written. */
export function quoteTable(name: string): string {
  return name.split(".").map(quote).join(".");
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
