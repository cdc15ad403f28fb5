import type { Engine, RowOwner } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { toAddressText } from "../rows/stored-values.ts";
import {
  type Condition,
  type Filter,
  joinConditions,
  type OwnedScope,
  ownerNames,
  toOwnedScope,
  toSelection,
} from "./filter.ts";
import { passedNames } from "./passed-names.ts";
import { mostCommon, rank, rankColumn } from "./rank.ts";

/** A domain that reports are about, and the messages of a source for it. */
export interface SourceDomain {
  readonly domainId: string;
  readonly messages: number;
}

/** What is known of a source besides its sums. */
export interface SourceDetails {
  /** Messages with an aligned pass of SPF, of DKIM (policy-evaluated). */
  readonly spfAligned: number;
  readonly dkimAligned: number;
  /** The domains for which SPF passed, most messages first, at most 5. */
  readonly spfDomains: readonly string[];
  /** The signing domains whose DKIM signatures passed, most messages first, at most 5. */
  readonly dkimDomains: readonly string[];
  /** The domains that its messages were about, most messages first, at most 5. */
  readonly domains: readonly SourceDomain[];
  readonly domainCount: number;
  /** The domain that most of its failing messages were about, or if nothing fails, most of its messages. */
  readonly decidingDomainId: string;
  /** Begin of the first and end of the last report period with this source, on all days and with all of its mail. */
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}

/** Names of one kind that an answer has of a source. */
const NAMES_MAX = 5;

/** A question about sources. */
export interface SourceQuestion {
  /** All mail, of the whole time. */
  readonly scope: OwnedScope;
  /** Selects the messages that count. */
  readonly condition: Condition;
  /** Of its queries: {@link readSettings} for a page, {@link exportSettings} for every row. */
  readonly settings: string;
}

/** @param counted further condition of the messages that count */
export function createSourceQuestion(
  organizationId: string,
  filter: Filter,
  counted: Condition = { sql: "", params: {} },
): SourceQuestion {
  const scope = toOwnedScope(organizationId, filter);
  const condition = joinConditions(scope.condition, toSelection(filter), counted);
  return { scope, condition, settings: readSettings };
}

/** The messages of a source, and their most common values; `none` when nothing was checked. */
export interface SourceSums {
  /** IPv4 dotted, or IPv6. */
  readonly sourceIp: string;
  readonly messages: number;
  /** Messages that passed DMARC. */
  readonly passed: number;
  /** The raw results and the disposition that most messages had; equal ones in the order of the alphabet. */
  readonly spfResult: string;
  readonly dkimResult: string;
  readonly disposition: string;
}

export type SourceSummary = SourceSums & SourceDetails;

/** The summaries of the addresses that `addresses` selects, in address order; without a condition those of all that count. */
export async function readSourceSummaries(
  engine: Engine,
  question: SourceQuestion,
  addresses: Condition,
): Promise<SourceSummary[]> {
  const [sums, lives] = await Promise.all([
    readSums(engine, question, addresses),
    readLives(engine, question, addresses.sql === "" ? toCounted(question.condition) : addresses),
  ]);
  return sums.flatMap(({ address, domains, organizationId: _organization, domainId: _domain, ...facts }) => {
    // An address whose mail is deleted meanwhile is left out.
    const seen = lives.get(address);
    if (seen === undefined) return [];
    return [{ sourceIp: toAddressText(address), ...facts, domains: domains.map(toDomain), ...seen }];
  });
}

/** Lives are found by address: without addresses the whole organization would be read. */
function toCounted({ sql, params }: Condition): Condition {
  return { sql: `source_ip IN (SELECT source_ip FROM records WHERE ${sql})`, params };
}

type Ranked = readonly [negative: number, name: string];

function toDomain([negative, domainId]: Ranked): SourceDomain {
  return { domainId, messages: -negative };
}

interface SumsRow extends RowOwner, Omit<SourceSummary, "sourceIp" | "domains" | keyof Life> {
  readonly address: string;
  readonly domains: readonly Ranked[];
}

const first = (list: string) => `arraySlice(${list}, 1, ${NAMES_MAX})`;

const sumsOfDomains =
  "sumMap([toString(part.domain_id)], [if(part.dmarc_pass, 0, -toInt64(part.messages))], [-toInt64(part.messages)])";
const decidingDomain = `arraySort(arrayZip(${sumsOfDomains}.2, ${sumsOfDomains}.3, ${sumsOfDomains}.1))[1].3`;

const columns = `source_ip, domain_id, dmarc_pass, disposition, spf_result, dkim_result, spf_alignment, dkim_alignment,
      spf_passed, dkim_passed`;

/** One pass over the records, whose equal ones are summed before names are ranked. */
function readSums(
  engine: Engine,
  { scope, condition, settings }: SourceQuestion,
  addresses: Condition,
): Promise<SumsRow[]> {
  const { sql, params } = joinConditions(condition, addresses);
  const query = `SELECT ${ownerNames}, part.source_ip AS address, sum(part.messages) AS messages,
    sumIf(part.messages, part.dmarc_pass) AS passed,
    ${mostCommon("spf_result")} AS spfResult, ${mostCommon("dkim_result")} AS dkimResult,
    ${mostCommon("disposition")} AS disposition,
    sumIf(part.messages, part.spf_alignment = 'pass') AS spfAligned,
    sumIf(part.messages, part.dkim_alignment = 'pass') AS dkimAligned,
    ${first(rank(passedNames("spf", "part.")))}.2 AS spfDomains, ${first(rank(passedNames("dkim", "part.")))}.2 AS dkimDomains,
    ${decidingDomain} AS decidingDomainId, ${first(rankColumn("domain_id"))} AS domains, length(${rankColumn("domain_id")}) AS domainCount
  FROM (
    SELECT ${scope.columns}, ${columns}, sum(count) AS messages
    FROM records WHERE ${sql} GROUP BY ${ownerNames}, ${columns}
  ) AS part
  GROUP BY ${ownerNames}, part.source_ip HAVING messages > 0
  ORDER BY part.source_ip ${settings}`;
  return engine.select<SumsRow>(query, params, scope.owners);
}

type Life = Pick<SourceDetails, "firstSeen" | "lastSeen">;

async function readLives(
  engine: Engine,
  { scope, settings }: SourceQuestion,
  addresses: Condition,
): Promise<ReadonlyMap<string, Life>> {
  const { sql, params } = joinConditions(scope.condition, addresses);
  const query = `SELECT ${scope.columns}, source_ip AS address, toUnixTimestamp(min(period_begin)) AS first,
    toUnixTimestamp(max(period_end)) AS last
  FROM records WHERE ${sql} GROUP BY ${ownerNames}, source_ip ${settings}`;
  const rows = await engine.select<{ address: string; first: number; last: number }>(query, params, scope.owners);
  return new Map(
    rows.map(({ address, first, last }) => [
      address,
      { firstSeen: new Date(first * 1000), lastSeen: new Date(last * 1000) },
    ]),
  );
}
