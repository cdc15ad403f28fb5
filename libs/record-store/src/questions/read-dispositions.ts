import type { Engine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { type Filter, joinConditions, ownerNames, toOwnedScope, toSelection } from "./filter.ts";

/** The messages to which receivers applied a disposition. */
export interface DispositionSum {
  /** As the reports state it, in lower case where it is a known value; may be empty. */
  readonly disposition: string;
  readonly messages: number;
}

/** Sums the messages of a filter by what receivers did with them; most messages first. Reads two columns. */
export async function readDispositions(
  engine: Engine,
  organizationId: string,
  filter: Filter,
): Promise<DispositionSum[]> {
  const { columns, condition, owners } = toOwnedScope(organizationId, filter);
  const { sql, params } = joinConditions(condition, toSelection(filter));
  const query = `SELECT ${ownerNames}, toString(part.disposition) AS disposition, sum(part.messages) AS messages FROM (
    SELECT ${columns}, disposition, sum(count) AS messages FROM records WHERE ${sql} GROUP BY ${ownerNames}, disposition
  ) AS part GROUP BY ${ownerNames}, disposition HAVING messages > 0 ORDER BY messages DESC, disposition ${readSettings}`;
  const rows = await engine.select<DispositionSum>(query, params, owners);
  return rows.map(({ disposition, messages }) => ({ disposition, messages }));
}
