import type { Engine } from "../../engine/engine.ts";
import { readSettings } from "../../engine/read-settings.ts";
import type { Condition } from "../filter.ts";

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
export function readArcMessages(engine: Engine, { sql, params }: Condition, group: string): Promise<ArcPart[]> {
  const query = `SELECT source_ip AS address, ${group} AS part, sum(count) AS messages
  FROM records WHERE ${sql} AND has(reason_types, 'local_policy') AND ${isArcPass}
  GROUP BY address, part HAVING messages > 0 ${readSettings}`;
  return engine.select<ArcPart>(query, params);
}
