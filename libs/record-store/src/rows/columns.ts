/**
 * The path of a value in an object: `a/b` for a nested property, `a[]/b` for a property of each object of a list, which
 * is a column of arrays.
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

/** A column of a table, and the value of an object that it stores. */
export interface Column<Path extends string, Source> {
  readonly name: string;
  /** Where a value read from the column belongs; `null` for a column that is only written, for SQL queries. */
  readonly path: Path | null;
  readonly write: (source: Source) => unknown;
  readonly toValue: (stored: unknown) => unknown;
  /** The expression that selects it. */
  readonly select: string;
}

/** Conversions of a value that is not stored unchanged. */
interface Form {
  readonly toStored?: (value: unknown) => unknown;
  readonly toValue?: (stored: unknown) => unknown;
  readonly select?: string;
}

/** Stores `null` as an empty text, for columns without NULL. */
export const emptyForNull: Form = {
  toStored: (value) => value ?? "",
  toValue: (stored) => (stored === "" ? null : stored),
};

/** An object with properties: a row, or an object converted to or from a row. */
type Properties = { [key: string]: unknown };

const identity = (value: unknown) => value;

/** Creates the columns of one type of object. */
export function columnsOf<Source extends object>() {
  return {
    /** The value at `path`. */
    column<Path extends PathOf<Source>>(name: string, path: Path, form: Form = {}): Column<Path, Source> {
      const { toStored = identity, toValue = identity, select = name } = form;
      const get = toGetter(path.split("/"));
      return { name, path, toValue, select, write: (source) => toStored(get(source)) };
    },
    /** A column computed from the object and not read back. */
    derived(name: string, write: (source: Source) => unknown): Column<never, Source> {
      return { name, path: null, write, toValue: identity, select: name };
    },
  };
}

/**
 * Creates a reader of rows. The columns' paths must cover every property of `Target`; the type of the argument enforces
 * that: a property without a column does not compile.
 */
export function createRowReader<Target extends object>() {
  return <Path extends string, Source>(
    columns: readonly Column<Path, Source>[] & ([PathOf<Target>] extends [Path] ? unknown : never),
  ): ((row: object) => Target) => {
    const setters = columns.flatMap(({ name, path, toValue }) =>
      path === null ? [] : [{ name, toValue, set: toSetter(path.split("/")) }],
    );
    return (row) => {
      const target: Properties = {};
      const stored = toProperties(row);
      for (const { name, toValue, set } of setters) set(target, toValue(stored[name]));
      // Each path of the target has a column, so each has just been set.
      return target as Target;
    };
  };
}

/** The columns that a reader needs, for a `SELECT`. */
export function toSelectList(columns: readonly Column<string, never>[]): string {
  return columns.flatMap(({ path, select }) => (path === null ? [] : [select])).join(", ");
}

function toGetter([own = "", ...rest]: readonly string[]): (source: unknown) => unknown {
  const key = own.replace("[]", "");
  if (rest.length === 0) return (source) => toProperties(source)[key];
  const inner = toGetter(rest);
  if (key === own) return (source) => inner(toProperties(source)[key]);
  return (source) => toList(toProperties(source)[key]).map(inner);
}

type Setter = (target: Properties, stored: unknown) => void;

function toSetter([own = "", ...rest]: readonly string[]): Setter {
  const key = own.replace("[]", "");
  if (rest.length === 0) {
    return (target, stored) => {
      target[key] = stored;
    };
  }
  const inner = toSetter(rest);
  if (key === own) {
    return (target, stored) => {
      target[key] ??= {};
      inner(toProperties(target[key]), stored);
    };
  }
  return (target, stored) => {
    target[key] ??= [];
    setEach(toList(target[key]), toList(stored), inner);
  };
}

/** Columns of one list have equal lengths, except a column that a row was written without: its texts are empty. */
function setEach(items: unknown[], values: readonly unknown[], set: Setter): void {
  for (let index = 0; index < Math.max(items.length, values.length); index += 1) {
    items[index] ??= {};
    set(toProperties(items[index]), values[index] ?? "");
  }
}

function toProperties(value: unknown): Properties {
  if (isProperties(value)) return value;
  throw new TypeError("a column's path does not lead to an object");
}

function isProperties(value: unknown): value is Properties {
  return typeof value === "object" && value !== null;
}

function toList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError("a column's path does not lead to a list");
}
