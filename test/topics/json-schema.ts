/** A JSON Schema (draft 07), or a part of one, as data. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}
