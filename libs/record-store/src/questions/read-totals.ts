import type { Engine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { type Filter, joinConditions, ownerNames, toOwnedScope, toSelection } from "./filter.ts";
import { DISPOSITIONS } from "./record-filters.ts";

/** Messages by what receivers did with them, as the reports state it; `other` for every other value. They add up to all messages. */
export type Dispositions = Readonly<Record<(typeof DISPOSITIONS)[number] | "other", number>>;

export interface Totals {
  /** Distinct addresses that sent at least one message. */
  readonly sources: number;
  readonly dispositions: Dispositions;
}

const known = (toColumn: (disposition: string) => string) => DISPOSITIONS.map(toColumn).join(", ");
const sums = known((name) => `sum(of_${name}) AS ${name}`);
const sumsOfSource = known((name) => `sumIf(messages, disposition = '${name}') AS of_${name}`);
const rest = `sum(total) - ${DISPOSITIONS.map((name) => `sum(of_${name})`).join(" - ")} AS other`;

type Row = { readonly sources: number } & Dispositions;

const nothing: Row = { sources: 0, none: 0, quarantine: 0, reject: 0, pass: 0, other: 0 };

/**
 * Counts the sources of a filter, and sums its messages by what receivers did with them. One pass over the projection of
 * sources: the count alone takes 15 ms, with the sums 20; as a query of their own they took 12 more.
 */
export async function readTotals(engine: Engine, organizationId: string, filter: Filter): Promise<Totals> {
  const { columns, condition, owners } = toOwnedScope(organizationId, filter);
  const { sql, params } = joinConditions(condition, toSelection(filter));
  const query = `SELECT ${ownerNames}, count() AS sources, ${sums}, ${rest} FROM (
    SELECT ${ownerNames}, source_ip, ${sumsOfSource}, sum(messages) AS total FROM (
      SELECT ${columns}, source_ip, disposition, sum(count) AS messages FROM records WHERE ${sql}
      GROUP BY ${ownerNames}, source_ip, disposition
    ) GROUP BY ${ownerNames}, source_ip HAVING total > 0
  ) GROUP BY ${ownerNames} ${readSettings}`;
  const [{ sources, none, quarantine, reject, pass, other } = nothing] = await engine.select<Row>(
    query,
    params,
    owners,
  );
  return { sources, dispositions: { none, quarantine, reject, pass, other } };
}
