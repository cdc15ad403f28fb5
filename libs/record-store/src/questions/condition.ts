import type { QueryParams } from "../engine/engine.ts";

/** An SQL condition with its bound values. */
export interface Condition {
  readonly sql: string;
  readonly params: QueryParams;
}
