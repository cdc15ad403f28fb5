import type { Engine, QueryParams } from "../../engine/engine.ts";
import { readSettings } from "../../engine/read-settings.ts";
import type { Filter } from "../filter.ts";
import { toGroupCondition } from "./group-key.ts";

/** Domains that are counted together. */
export interface DomainGroup {
  readonly key: string | null;
  /** A domain may be in several groups. */
  readonly domainIds: readonly string[];
}

export interface DomainGroupsQuestion extends Filter {
  /** Only messages that failed DMARC. */
  readonly failuresOnly: boolean;
  readonly groups: readonly DomainGroup[];
}

// Limits the parameters of one query, which are sent in the request URL: 1 MiB together, and 128 KiB each.
const DOMAINS_PER_QUERY = 15_000;
const DOMAINS_PER_PARAMETER = 3_000;

/**
 * Counts the distinct addresses that sent messages for each group of domains, in the order of the groups. Reads only the
 * projection `source_dispositions` where the filter allows it.
 */
export async function countDomainGroups(
  engine: Engine,
  organizationId: string,
  { groups, ...question }: DomainGroupsQuestion,
): Promise<number[]> {
  const counts: number[] = [];
  for (const some of inBatches(groups))
    counts.push(...(await countBatch(engine, organizationId, { ...question, groups: some })));
  return counts;
}

function* inBatches(groups: readonly DomainGroup[]): Generator<DomainGroup[]> {
  let batch: DomainGroup[] = [];
  let domains = 0;
  for (const group of groups) {
    if (batch.length > 0 && domains + group.domainIds.length > DOMAINS_PER_QUERY) {
      yield batch;
      [batch, domains] = [[], 0];
    }
    batch.push(group);
    domains += group.domainIds.length;
  }
  if (batch.length > 0) yield batch;
}

// As in `count-sources.ts`: grouping by address follows the order of the projection, and is faster than `uniqExact`. Domains
// of the same groups are one part, so that an address is passed on once for each part, not for each domain.
async function countBatch(
  engine: Engine,
  organizationId: string,
  { groups, ...question }: DomainGroupsQuestion,
): Promise<number[]> {
  const { domainIds: _, ...filter } = question;
  const { sql, params } = toGroupCondition(organizationId, filter);
  const placed = placeDomains(groups);
  const ids = toLongList("groupDomains", [...placed.keys()]);
  const places = toLongList("groupPlaces", [...placed.values()]);
  const parts = `SELECT transform(toString(domain_id), ${ids.sql}, ${places.sql}, '') AS part, source_ip
    FROM records WHERE ${sql} AND domain_id IN ${ids.sql}
    GROUP BY part, source_ip HAVING sum(count) > 0`;
  const isSplit = [...placed.values()].some((place) => place.includes(","));
  const split = `SELECT arrayJoin(splitByChar(',', part)) AS part, source_ip FROM (${parts}) GROUP BY part, source_ip`;
  const query = `SELECT part, count() AS sources FROM (${isSplit ? split : parts}) GROUP BY part ${readSettings}`;
  const rows = await engine.select<{ part: string; sources: number }>(query, {
    ...params,
    ...ids.params,
    ...places.params,
  });
  const sourcesOf = new Map(rows.map(({ part, sources }) => [part, sources]));
  return groups.map((_group, place) => sourcesOf.get(String(place)) ?? 0);
}

/** The places of the groups of each domain, such as `0` or `0,3`. */
function placeDomains(groups: readonly DomainGroup[]): Map<string, string> {
  const placed = new Map<string, string>();
  for (const [place, { domainIds }] of groups.entries()) {
    for (const id of domainIds) placed.set(id, placed.has(id) ? `${placed.get(id)},${place}` : String(place));
  }
  return placed;
}

/** SQL of a list that is longer than one parameter may be. */
function toLongList(name: string, values: readonly string[]): { sql: string; params: QueryParams } {
  const pieces: [string, readonly string[]][] = [];
  for (let start = 0; start === 0 || start < values.length; start += DOMAINS_PER_PARAMETER)
    pieces.push([`${name}${pieces.length}`, values.slice(start, start + DOMAINS_PER_PARAMETER)]);
  return {
    sql: `arrayConcat(${pieces.map(([piece]) => `{${piece}:Array(String)}`).join(", ")})`,
    params: Object.fromEntries(pieces),
  };
}
