import type { Engine } from "../engine/engine.ts";
import { type Condition, type Filter, toCondition } from "./filter.ts";
import { readSettings } from "./read-settings.ts";
import { mostCommon, readSourcePage, type SourcePageOptions, toAddressText } from "./source-page.ts";

/** An address whose messages failed DMARC; everything here is about its failing messages only. */
export interface Failure {
  /** IPv4 dotted, or IPv6. */
  readonly sourceIp: string;
  readonly failed: number;
  /** The raw result that most failing messages had. */
  readonly spfResult: string;
  readonly dkimResult: string;
  /** The disposition that most failing messages had. */
  readonly disposition: string;
  /** Begin of the first report period with a failure. */
  readonly firstSeen: Date;
  /** End of the last report period with a failure. */
  readonly lastSeen: Date;
}

export interface ListFailuresOptions extends Filter, SourcePageOptions {}

export interface FailureList {
  readonly failures: readonly Failure[];
  /** Failing sources on all pages. */
  readonly total: number;
  /** Failing messages on all pages. */
  readonly totalFailures: number;
}

/** One page of the addresses with messages that failed DMARC. */
export async function listFailures(
  engine: Engine,
  organizationId: string,
  options: ListFailuresOptions,
): Promise<FailureList> {
  const { sql, params } = toCondition(organizationId, options);
  const condition = { sql: `${sql} AND NOT dmarc_pass`, params };
  const page = await readSourcePage(engine, condition, options);
  const rows = page.addresses.length > 0 ? await readDetails(engine, condition, page.addresses) : [];
  const known = new Map(rows.map((row) => [row.address, row]));
  const failures = page.addresses.flatMap((address) => known.get(address) ?? []).map(toFailure);
  return { failures, total: page.sources, totalFailures: page.messages };
}

interface FailureRow {
  readonly address: string;
  readonly failed: number;
  readonly spfResult: string;
  readonly dkimResult: string;
  readonly disposition: string;
  readonly firstSeen: number;
  readonly lastSeen: number;
}

function readDetails(engine: Engine, { sql, params }: Condition, addresses: readonly string[]): Promise<FailureRow[]> {
  const query = `SELECT part.source_ip AS address, sum(part.messages) AS failed,
    ${mostCommon("spf_result")} AS spfResult, ${mostCommon("dkim_result")} AS dkimResult,
    ${mostCommon("disposition")} AS disposition,
    toUnixTimestamp(min(part.firstBegin)) AS firstSeen, toUnixTimestamp(max(part.lastEnd)) AS lastSeen
  FROM (
    SELECT source_ip, disposition, spf_result, dkim_result,
      sum(count) AS messages, min(period_begin) AS firstBegin, max(period_end) AS lastEnd
    FROM records WHERE ${sql} AND source_ip IN {addresses:Array(IPv6)}
    GROUP BY source_ip, disposition, spf_result, dkim_result
  ) AS part
  GROUP BY part.source_ip ${readSettings}`;
  return engine.select(query, { ...params, addresses });
}

function toFailure({ address, firstSeen, lastSeen, ...rest }: FailureRow): Failure {
  return {
    sourceIp: toAddressText(address),
    ...rest,
    firstSeen: new Date(firstSeen * 1000),
    lastSeen: new Date(lastSeen * 1000),
  };
}
