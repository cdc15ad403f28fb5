import type { Engine } from "../engine/engine.ts";
import { toAddressText } from "../rows/stored-values.ts";
import { type Condition, type Filter, toCondition } from "./filter.ts";
import { readSettings } from "./read-settings.ts";
import { mostCommon, readPageFacts, readSourcePage, type SourcePageOptions } from "./source-page.ts";

/** An address that sent mail. */
export interface Source {
  /** IPv4 dotted, or IPv6. */
  readonly sourceIp: string;
  readonly messages: number;
  /** Messages that passed DMARC. */
  readonly passed: number;
  /** The most common raw result of its messages; `none` when nothing was checked. */
  readonly spfResult: string;
  readonly dkimResult: string;
  /** Begin of the first report period with this source. */
  readonly firstSeen: Date;
  /** End of the last report period with this source. */
  readonly lastSeen: Date;
}

export interface ListSourcesOptions extends Filter, SourcePageOptions {}

export interface SourceList {
  /** Read on demand, in the order of the page. */
  readonly sources: AsyncGenerator<Source, void, undefined>;
  /** Sources on all pages. */
  readonly total: number;
}

/** One page of the addresses that sent mail, each with its sums over the period. Memory stays flat, however long it is. */
export async function listSources(
  engine: Engine,
  organizationId: string,
  options: ListSourcesOptions,
): Promise<SourceList> {
  const condition = toCondition(organizationId, options);
  const page = await readSourcePage(engine, condition, options);
  return { sources: readPageFacts(page, condition, (some) => readSources(engine, some)), total: page.sources };
}

interface SourceRow {
  readonly address: string;
  readonly messages: number;
  readonly passed: number;
  readonly spfResult: string;
  readonly dkimResult: string;
  readonly firstSeen: number;
  readonly lastSeen: number;
}

/** All facts about the addresses of a condition, in address order. */
export async function readSources(engine: Engine, { sql, params }: Condition): Promise<Source[]> {
  const query = `SELECT part.source_ip AS address, sum(part.messages) AS messages, sumIf(part.messages, part.dmarc_pass) AS passed,
    ${mostCommon("spf_result")} AS spfResult, ${mostCommon("dkim_result")} AS dkimResult,
    toUnixTimestamp(min(part.firstBegin)) AS firstSeen, toUnixTimestamp(max(part.lastEnd)) AS lastSeen
  FROM (
    SELECT source_ip, dmarc_pass, spf_result, dkim_result,
      sum(count) AS messages, min(period_begin) AS firstBegin, max(period_end) AS lastEnd
    FROM records WHERE ${sql}
    GROUP BY source_ip, dmarc_pass, spf_result, dkim_result
  ) AS part
  GROUP BY part.source_ip
  HAVING messages > 0
  ORDER BY part.source_ip ${readSettings}`;
  return (await engine.select<SourceRow>(query, params)).map(toSource);
}

function toSource({ address, firstSeen, lastSeen, ...sums }: SourceRow): Source {
  return {
    sourceIp: toAddressText(address),
    ...sums,
    firstSeen: new Date(firstSeen * 1000),
    lastSeen: new Date(lastSeen * 1000),
  };
}
