import type { Engine } from "../engine/engine.ts";
import { toCondition } from "./filter.ts";
import { type DomainsFilter, gatherByPeriod } from "./gather-by-period.ts";
import { type MessageSums, messageSums } from "./read-aggregate.ts";
import { readSettings } from "./read-settings.ts";

export interface Period {
  /** First UTC day, `YYYY-MM-DD`. */
  readonly startDate: string;
  /** Last UTC day, inclusive. */
  readonly endDate: string;
}

/**
 * Sums of a period for each of the domains; a domain without mail has no entry. Those that are asked for at the same time are
 * read together.
 */
export function createDomainTotalsReader(
  engine: Engine,
): (organizationId: string, filter: DomainsFilter) => Promise<ReadonlyMap<string, MessageSums>> {
  return gatherByPeriod(async (organizationId, filter) => {
    const { sql, params } = toCondition(organizationId, filter);
    const query = `SELECT domain_id AS domainId, ${messageSums} FROM records WHERE ${sql} GROUP BY domain_id ${readSettings}`;
    const rows = await engine.select<MessageSums & { domainId: string }>(query, params);
    const totals = new Map(rows.map(({ domainId, ...sums }) => [domainId, sums]));
    return (domainIds) => pick(totals, domainIds);
  });
}

function pick<Value>(values: ReadonlyMap<string, Value>, keys: readonly string[]): ReadonlyMap<string, Value> {
  const picked = new Map<string, Value>();
  for (const key of keys) {
    const value = values.get(key);
    if (value !== undefined) picked.set(key, value);
  }
  return picked;
}
