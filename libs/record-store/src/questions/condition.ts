import type { QueryParams } from "../engine/engine.ts";

/** An SQL condition with its bound values. */
export interface Condition {
  readonly sql: string;
  readonly params: QueryParams;
}

/** A condition that holds when all of these hold. */
export function joinConditions(...conditions: readonly Condition[]): Condition {
  const parts = conditions.map(({ sql }) => sql).filter((sql) => sql !== "");
  return { sql: parts.join(" AND "), params: Object.assign({}, ...conditions.map(({ params }) => params)) };
}
