import { type Field, type PathOf, type Properties, toGetter, toList, toProperties } from "@ruaflow/report/fields";

/** A column of a table, and the value of an object that it stores. */
export interface Column<Path extends string, Source> extends Pick<Field<Path, Source>, "name" | "path" | "write"> {
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

/** Creates the columns of one type of object. */
export function columnsOf<Source extends object>() {
  return {
    /** The value at `path`. */
    column: <Path extends PathOf<Source>>(name: string, path: Path, form: Form = {}): Column<Path, Source> =>
      toColumn({ name, path, write: toGetter(path) }, form),
    /** A column computed from the object and not read back. */
    derived: (name: string, write: (source: Source) => unknown): Column<never, Source> =>
      toColumn<never, Source>({ name, path: null, write }),
  };
}

/** The column that stores a field's value. */
export function toColumn<Path extends string, Source>(
  { name, path, write }: Pick<Field<Path, Source>, "name" | "path" | "write">,
  { toStored, toValue = (stored) => stored, select = name }: Form = {},
): Column<Path, Source> {
  return { name, path, toValue, select, write: toStored ? (source) => toStored(write(source)) : write };
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
