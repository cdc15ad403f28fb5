import type { Engine } from "../engine/engine.ts";
import { toCondition } from "./filter.ts";
import { type MessageSums, messageSums } from "./read-aggregate.ts";
import { readSettings } from "./read-settings.ts";

export interface Period {
  /** First UTC day, `YYYY-MM-DD`. */
  readonly startDate: string;
  /** Last UTC day, inclusive. */
  readonly endDate: string;
}

export interface DomainTotalsOptions extends Period {
  readonly domainIds: readonly string[];
}

/** Sums of a period for each of the domains; a domain without mail has no entry. */
export async function readDomainTotals(
  engine: Engine,
  organizationId: string,
  options: DomainTotalsOptions,
): Promise<ReadonlyMap<string, MessageSums>> {
  const { sql, params } = toCondition(organizationId, options);
  const query = `SELECT domain_id AS domainId, ${messageSums} FROM records WHERE ${sql} GROUP BY domain_id ${readSettings}`;
  const rows = await engine.select<MessageSums & { domainId: string }>(query, params);
  return new Map(rows.map(({ domainId, ...sums }) => [domainId, sums]));
}
