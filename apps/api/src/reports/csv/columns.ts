import { IsObject, type TObject } from "typebox";

/** A column of a CSV: its name, and the path to its value in a row. */
export interface Column {
  readonly name: string;
  readonly path: readonly string[];
}

/** The columns of rows that `schema` describes. A nested field is named by its path, joined with dots. */
export function toColumns(schema: TObject, path: readonly string[] = []): Column[] {
  return Object.entries(schema.properties).flatMap(([field, property]) => {
    const own = [...path, field];
    return IsObject(property) ? toColumns(property, own) : [{ name: own.join("."), path: own }];
  });
}
