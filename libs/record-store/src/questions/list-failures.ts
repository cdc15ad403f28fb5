import type { Engine } from "../engine/engine.ts";
import { toAddressText } from "../rows/stored-values.ts";
import { type Condition, type Filter, toCondition } from "./filter.ts";
import { readSettings } from "./read-settings.ts";
import { mostCommon, readPageFacts, readSourcePage, type SourcePageOptions } from "./source-page.ts";

/** An address with messages that failed DMARC; all fields cover only its failing messages. */
export interface Failure {
  /** IPv4 dotted, or IPv6. */
  readonly sourceIp: string;
  readonly failed: number;
  /** The most common raw result of the failing messages. */
  readonly spfResult: string;
  readonly dkimResult: string;
  /** The most common disposition of the failing messages. */
  readonly disposition: string;
  /** Begin of the first report period with a failure. */
  readonly firstSeen: Date;
  /** End of the last report period with a failure. */
  readonly lastSeen: Date;
}

export interface ListFailuresOptions extends Filter, SourcePageOptions {}

export interface FailureList {
  /** Read on demand, in the order of the page. */
  readonly failures: AsyncGenerator<Failure, void, undefined>;
  /** Failing sources on all pages. */
  readonly total: number;
  /** Failing messages on all pages. */
  readonly totalFailures: number;
}

/** One page of the addresses with messages that failed DMARC. Memory stays flat, however long it is. */
export async function listFailures(
  engine: Engine,
  organizationId: string,
  options: ListFailuresOptions,
): Promise<FailureList> {
  const condition = toFailureCondition(organizationId, options);
  const page = await readSourcePage(engine, condition, options);
  const failures = readPageFacts(page, condition, (some) => readFailures(engine, some));
  return { failures, total: page.sources, totalFailures: page.messages };
}

export function toFailureCondition(organizationId: string, filter: Filter): Condition {
  const { sql, params } = toCondition(organizationId, filter);
  return { sql: `${sql} AND NOT dmarc_pass`, params };
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

/** All facts about the addresses of a condition, in address order. */
export async function readFailures(engine: Engine, { sql, params }: Condition): Promise<Failure[]> {
  const query = `SELECT part.source_ip AS address, sum(part.messages) AS failed,
    ${mostCommon("spf_result")} AS spfResult, ${mostCommon("dkim_result")} AS dkimResult,
    ${mostCommon("disposition")} AS disposition,
    toUnixTimestamp(min(part.firstBegin)) AS firstSeen, toUnixTimestamp(max(part.lastEnd)) AS lastSeen
  FROM (
    SELECT source_ip, disposition, spf_result, dkim_result,
      sum(count) AS messages, min(period_begin) AS firstBegin, max(period_end) AS lastEnd
    FROM records WHERE ${sql}
    GROUP BY source_ip, disposition, spf_result, dkim_result
  ) AS part
  GROUP BY part.source_ip
  HAVING failed > 0
  ORDER BY part.source_ip ${readSettings}`;
  return (await engine.select<FailureRow>(query, params)).map(toFailure);
}

function toFailure({ address, firstSeen, lastSeen, ...rest }: FailureRow): Failure {
  return {
    sourceIp: toAddressText(address),
    ...rest,
    firstSeen: new Date(firstSeen * 1000),
    lastSeen: new Date(lastSeen * 1000),
  };
}
