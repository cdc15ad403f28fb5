import { IsObject, type TObject } from "typebox";
import { FORM } from "../nested-fields.ts";

/** A column of a CSV: its name, and the path to its value in a row. */
export interface Column {
  readonly name: string;
  readonly path: readonly string[];
}

/**
 * The columns of rows that `schema` describes. The one rule of all CSV: a column has the name of its JSON field, and a nested field that of
 * its path, joined with dots. A list is one column. Fields of later forms of a report come last.
 */
export function toColumns(schema: TObject): Column[] {
  return walk(schema, [])
    .sort((one, other) => one.form - other.form)
    .map(({ name, path }) => ({ name, path }));
}

function walk(schema: TObject, path: readonly string[]): (Column & { readonly form: number })[] {
  return Object.entries(schema.properties).flatMap(([field, property]) => {
    const own = [...path, field];
    if (IsObject(property)) return walk(property, own);
    const form = FORM in property ? Number(property[FORM]) : 1;
    return [{ name: own.join("."), path: own, form }];
  });
}
