/** What a validator of JSON Schema says of a value: Ajv and TypeBox use the same words. */
export interface Mismatch {
  readonly keyword: string;
  readonly params: object;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "a time in ISO 8601, such as 2026-10-01T08:30:00Z",
  date: "a day, YYYY-MM-DD",
};

const PATTERNS: Readonly<Record<string, string>> = {
  "^\\d{4}-\\d{2}-\\d{2}$": "must be a day, YYYY-MM-DD",
  "^[^\\u0000-\\u001f\\u007f]*$": "must be one line without control characters",
};

/** Says in a sentence without its subject what is wrong with a value. */
const SENTENCES: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  required: () => "is missing",
  additionalProperties: () => "is unknown; check its spelling",
  type: ({ type }) => `must be ${[type].flat().map(toKind).join(" or ")}`,
  minLength: ({ limit }) => (limit === 1 ? "must not be empty" : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minItems: ({ limit }) => (limit === 1 ? "must not be empty" : `must have at least ${limit} items`),
  maxItems: ({ limit }) => `must have at most ${toCount(limit, "item")}`,
  uniqueItems: () => "must not have an item twice",
  minProperties: ({ limit }) => `must have at least ${toCount(limit, "field")}`,
  maxProperties: ({ limit }) => `must have at most ${toCount(limit, "field")}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${limit}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  enum: ({ allowedValues }) => `must be one of ${[allowedValues].flat().join(", ")}`,
  format: ({ format }) => `must be ${FORMATS[String(format)] ?? String(format)}`,
  pattern: ({ pattern }) => PATTERNS[String(pattern)] ?? `must have the form ${pattern}`,
};

/** What is wrong with a value, in words that follow its name: `must have at least 16 characters`. */
export function describeMismatch({ keyword, params }: Mismatch): string {
  return SENTENCES[keyword]?.({ ...params }) ?? "does not have any of the accepted forms";
}

function toKind(type: unknown): string {
  return KINDS[String(type)] ?? String(type);
}

function toCount(limit: unknown, noun: string): string {
  return `${limit} ${noun}${limit === 1 ? "" : "s"}`;
}
