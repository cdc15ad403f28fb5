/**
 * JSON without line breaks that ClickHouse accepts. It refuses a string with half a surrogate pair, and then the whole
 * INSERT with all other reports, so such halves become U+FFFD.
 */
export function encodeJson(values: readonly unknown[]): string {
  const json = JSON.stringify(values);
  return json.includes("\\ud") ? JSON.stringify(values, toWellFormed) : json;
}

function toWellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}
