/**
 * The path of a value in an object: `a/b` for a nested property, `a[]/b` for a property of each object of a list, which
 * makes a list of values.
 */
export type PathOf<Value> = {
  [Key in keyof Value & string]: Value[Key] extends readonly (infer Item)[]
    ? Item extends object
      ? `${Key}[]/${PathOf<Item>}`
      : Key
    : Value[Key] extends Date
      ? Key
      : Value[Key] extends object
        ? `${Key}/${PathOf<Value[Key]>}`
        : Key;
}[keyof Value & string];

/** What a field says, for people, and in which form. */
export interface FieldFacts {
  /**
   * Of the value, or of each value of a list: `optional` is a text or `null`, `texts` a list of texts, `count` a whole number from 0,
   * `second` a time in seconds since 1970.
   */
  readonly kind: "text" | "optional" | "texts" | "count" | "second" | "flag";
  readonly meaning: string;
  /** In the API's documentation. */
  readonly example?: string | null | readonly string[];
}

export const text = (meaning: string, example = ""): FieldFacts => ({ kind: "text", meaning, example });
export const optional = (meaning: string, example: string | null): FieldFacts => ({
  kind: "optional",
  meaning,
  example,
});
export const count = (meaning: string): FieldFacts => ({ kind: "count", meaning });

/** A value of an object, by the name that it has in messages, tables and files. */
export interface Field<Path extends string, Source> extends FieldFacts {
  readonly name: string;
  /** Where the value belongs; `null`: it is computed from others, and never read back. */
  readonly path: Path | null;
  readonly write: (source: Source) => unknown;
}

/** Creates the fields of one type of object. */
export function fieldsOf<Source extends object>() {
  return {
    /** The value at `path`. */
    field: <Path extends PathOf<Source>>(name: string, path: Path, facts: FieldFacts): Field<Path, Source> => ({
      name,
      path,
      write: toGetter(path),
      ...facts,
    }),
    /** A value computed from the object. */
    derived: (name: string, write: (source: Source) => unknown, facts: FieldFacts): Field<never, Source> => ({
      name,
      path: null,
      write,
      ...facts,
    }),
  };
}

/** Reads the value at a path. */
export function toGetter(path: string): (source: unknown) => unknown {
  return toGetterOf(path.split("/"));
}

function toGetterOf([own = "", ...rest]: readonly string[]): (source: unknown) => unknown {
  const key = own.replace("[]", "");
  if (rest.length === 0) return (source) => toProperties(source)[key];
  const inner = toGetterOf(rest);
  if (key === own) return (source) => inner(toProperties(source)[key]);
  return (source) => toList(toProperties(source)[key]).map(inner);
}

/** An object with properties: a row, or an object converted to or from a row. */
export type Properties = { [key: string]: unknown };

/** @throws TypeError when a path does not lead to an object */
export function toProperties(value: unknown): Properties {
  if (isProperties(value)) return value;
  throw new TypeError("a field's path does not lead to an object");
}

function isProperties(value: unknown): value is Properties {
  return typeof value === "object" && value !== null;
}

/** @throws TypeError when a path does not lead to a list */
export function toList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError("a field's path does not lead to a list");
}
