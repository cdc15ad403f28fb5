import { createKeyedBatcher } from "@ruaflow/runtime/work";
import type { Engine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { type Filter, toCondition } from "./filter.ts";

/** Maximum of domains counted together, so that the answer stays within the row limit. */
const BATCH_MAX = 50;

interface DomainQuestion extends Filter {
  readonly organizationId: string;
  readonly domainId: string;
}

/**
 * Counts the distinct addresses that sent at least one message in a period. Concurrent requests for single domains are
 * counted together.
 */
export function createSourceCounter(engine: Engine): (organizationId: string, filter: Filter) => Promise<number> {
  const countOfOne = createKeyedBatcher<DomainQuestion, number>({
    toKey: ({ organizationId, startDate, endDate, counted, records }) =>
      JSON.stringify([organizationId, startDate, endDate, counted, records]),
    itemsMax: BATCH_MAX,
    async flush(questions) {
      const [first] = questions;
      if (!first) return [];
      const domainIds = [...new Set(questions.map(({ domainId }) => domainId))];
      const { organizationId } = first;
      const numberOf = await countGroups(engine, {
        organizationId,
        filter: { ...first, domainIds },
        group: "domain_id",
      });
      return questions.map(({ domainId }) => numberOf(domainId));
    },
  });
  return async (organizationId, filter) => {
    const [domainId, ...others] = filter.domainIds ?? [];
    if (domainId !== undefined && others.length === 0) return countOfOne({ ...filter, organizationId, domainId });
    return (await countGroups(engine, { organizationId, filter, group: "''" }))("");
  };
}

interface Groups {
  readonly organizationId: string;
  readonly filter: Filter;
  /** One count per domain, or one for all. */
  readonly group: "domain_id" | "''";
}

// Faster than uniqExact, whose set cannot use the projection's order: 40 ms instead of 125 ms over 1.4 million records.
async function countGroups(
  engine: Engine,
  { organizationId, filter, group }: Groups,
): Promise<(group: string) => number> {
  const { sql, params } = toCondition(organizationId, filter);
  const query = `SELECT of, count() AS number FROM (
    SELECT ${group} AS of, source_ip FROM records WHERE ${sql} GROUP BY of, source_ip HAVING sum(count) > 0
  ) GROUP BY of ${readSettings}`;
  const counts = await engine.select<{ of: string; number: number }>(query, params);
  return (of) => counts.find((count) => count.of === of)?.number ?? 0;
}
