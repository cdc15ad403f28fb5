const CAMEL_CASE = /^[a-z]+(?:[A-Z][a-z0-9]*)+$/;

/** Prints a value for scripts: one object for one thing, an array for many; names in snake_case, as those of the API. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(toSnakeCase(value), null, 2)}\n`);
}

/** Names that are data, such as those of headers, stay as they are. */
function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [toSnakeName(name), toSnakeCase(inner)]));
}

function toSnakeName(name: string): string {
  return CAMEL_CASE.test(name) ? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name;
}
