import type { Engine } from "../../engine/engine.ts";
import { maintenanceSettings } from "../../engine/read-settings.ts";
import { toAddressText } from "../../rows/stored-values.ts";
import type { VerdictKey } from "../../rows/verdicts/stored-verdict.ts";
import { joinConditions, toCondition } from "../filter.ts";
import type { DayCounts } from "../watched-domains.ts";
import { type JudgedMailQuestion, wholeHistory } from "./stream-judged-mail.ts";

/** A day of a source's mail about a domain. */
export interface SourceDay extends VerdictKey, DayCounts {}

export interface SourceDaysQuestion extends JudgedMailQuestion {
  readonly addresses: readonly string[];
}

/**
 * The days with mail of some addresses about each of some domains, in order. Ask it of few addresses. Reads only the projection
 * `source_dispositions`.
 */
export async function readSourceDays(
  engine: Engine,
  organizationId: string,
  { domainIds, counted, addresses }: SourceDaysQuestion,
): Promise<SourceDay[]> {
  const asked = { sql: "source_ip IN {addresses:Array(IPv6)}", params: { addresses } };
  const { sql, params } = joinConditions(toCondition(organizationId, { ...wholeHistory, domainIds, counted }), asked);
  const query = `SELECT domain_id AS domainId, source_ip AS sourceIp, day, sum(part) AS messages, sumIf(part, dmarc_pass) AS passed
  FROM (
    SELECT domain_id, source_ip, day, dmarc_pass, sum(count) AS part FROM records
    WHERE ${sql} GROUP BY domain_id, source_ip, day, dmarc_pass
  )
  GROUP BY domain_id, source_ip, day ORDER BY day ${maintenanceSettings}`;
  const rows = await engine.select<SourceDay>(query, params);
  return rows.map(({ sourceIp, ...row }) => ({ ...row, sourceIp: toAddressText(sourceIp) }));
}
