/**
 * What a spreadsheet may take for a formula: `=`, `+`, `-`, `@`, also in their full-width and small forms, behind whatever
 * cannot be seen (spaces, control and format characters), and a tab or line break in front of anything. csv-stringify's
 * `escape_formulas` looks at the first character alone, and at no line feed.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE62\uFE63\uFE66\uFE6B])/u;

/** Text that no spreadsheet runs: an apostrophe stands before what looks like a formula. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The value at `path` of a row: a list becomes its JSON text, what is absent nothing. */
export function toCell(row: unknown, path: readonly string[]): unknown {
  const value = path.reduce<unknown>((part, field) => (isObject(part) ? part[field] : null), row);
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
