/**
 * Text that a spreadsheet may treat as a formula: `=`, `+`, `-` and `@`, also in their full-width and small forms,
 * after any invisible characters (spaces, control and format characters); and any text that begins with a tab or line
 * break. csv-stringify's `escape_formulas` checks only the first character, and not for line feeds.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE62\uFE63\uFE66\uFE6B])/u;

/** Puts an apostrophe before text that a spreadsheet could run as a formula. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The value at `path` of a row; a list becomes JSON text. */
export function toCell(row: unknown, path: readonly string[]): unknown {
  const value = path.reduce<unknown>((part, field) => (isObject(part) ? part[field] : null), row);
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
