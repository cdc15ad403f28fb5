import type { Engine } from "../../engine/engine.ts";
import { readSettings } from "../../engine/read-settings.ts";
import { type Condition, joinConditions } from "../filter.ts";

/** Messages of a group for which a receiver says that ARC passed. */
export interface ArcPart {
  /** As the engine returns it: IPv4 mapped. */
  readonly address: string;
  readonly part: string;
  readonly messages: number;
}

/**
 * SQL: a reason `local_policy` whose comment says `arc=pass`, as Google and Microsoft write it. Comments are the reporter's free text,
 * which no projection has.
 */
const isArcPass = `arrayExists((type, comment) -> type = 'local_policy' AND position(lower(comment), 'arc=pass') > 0,
    reason_types, reason_comments)`;

/**
 * The messages that passed ARC, by address and group. Reads the records themselves: call it only about the addresses and
 * domains that have a `local_policy` reason.
 *
 * @param group SQL that tells groups apart
 */
export async function readArcMessages(
  engine: Engine,
  condition: Condition,
  { group, domainIds }: { readonly group: string; readonly domainIds: readonly string[] },
): Promise<ArcPart[]> {
  const { sql, params } = joinConditions(condition, {
    // More domains than these in one value would not fit into a request; then the addresses alone narrow it.
    sql: domainIds.length <= DOMAINS_MAX ? "domain_id IN {arcDomainIds:Array(String)}" : "",
    params: domainIds.length <= DOMAINS_MAX ? { arcDomainIds: domainIds } : {},
  });
  const query = `SELECT source_ip AS address, ${group} AS part, sum(count) AS messages
  FROM records WHERE ${sql} AND has(reason_types, 'local_policy') AND ${isArcPass}
  GROUP BY address, part HAVING messages > 0 ${readSettings}`;
  return engine.select<ArcPart>(query, params);
}

const DOMAINS_MAX = 1000;
