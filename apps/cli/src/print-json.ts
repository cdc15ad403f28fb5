import { toSnakeCase } from "@ruaflow/runtime/text";

const CAMEL_CASE = /^[a-z]+(?:[A-Z][a-z0-9]*)+$/;

/** Prints a value for scripts: one object for one thing, an array for many; names in snake_case, as those of the API. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(toSnakeNames(value), null, 2)}\n`);
}

/** Names that are data, such as those of headers, stay as they are. */
function toSnakeNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeNames);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      CAMEL_CASE.test(name) ? toSnakeCase(name) : name,
      toSnakeNames(inner),
    ]),
  );
}
