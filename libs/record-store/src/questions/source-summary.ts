import type { Engine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { toAddressText } from "../rows/stored-values.ts";
import { type Condition, type Filter, joinConditions, toScope } from "./filter.ts";

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
  /** Begin of the first and end of the last report period with this source, on all days and with all of its mail. */
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}

/** Names of one kind that an answer has of a source. */
const NAMES_MAX = 5;

/** A question about sources. */
export interface SourceQuestion {
  readonly organizationId: string;
  readonly filter: Filter;
  /** Selects the messages that count. */
  readonly condition: Condition;
}

/** Reads the details of the addresses that `addresses` selects. */
export async function readSourceDetails(
  engine: Engine,
  { organizationId, filter, condition }: SourceQuestion,
  addresses: Condition,
): Promise<ReadonlyMap<string, SourceDetails>> {
  const [parts, lives] = await Promise.all([
    readParts(engine, joinConditions(condition, addresses)),
    readLives(engine, joinConditions(toScope(organizationId, filter), addresses)),
  ]);
  return new Map(
    parts.flatMap(({ address, spf, dkim, domains, ...sums }) => {
      const seen = lives.get(address);
      if (seen === undefined) return [];
      const named = { spfDomains: spf.map(toName), dkimDomains: dkim.map(toName), domains: domains.map(toDomain) };
      return [[toAddressText(address), { ...sums, ...named, ...seen }] as const];
    }),
  );
}

/** The negative number of messages and a name: so the greatest come first, and equal ones in the order of the alphabet. */
type Ranked = readonly [number, string];

function toName([, name]: Ranked): string {
  return name;
}

function toDomain([negative, domainId]: Ranked): SourceDomain {
  return { domainId, messages: -negative };
}

interface PartsRow extends Pick<SourceDetails, "spfAligned" | "dkimAligned" | "domainCount"> {
  readonly address: string;
  readonly spf: readonly Ranked[];
  readonly dkim: readonly Ranked[];
  readonly domains: readonly Ranked[];
}

const passing = (kind: "dkim" | "spf") => `arrayMap(name -> ('${kind}', toString(name)),
  arrayFilter((name, result) -> result = 'pass' AND name != '', ${kind}_domains, ${kind}_results))`;

const ranked = (kind: string) => `groupArraySortedIf(${NAMES_MAX})((-toInt64(messages), name), kind = '${kind}')`;

/**
 * One pass over the records of the addresses: a record counts once for each of its distinct facts. Equal records are added up
 * first, since many are: that saves a third of the time.
 */
function readParts(engine: Engine, { sql, params }: Condition): Promise<PartsRow[]> {
  const query = `SELECT address, sumIf(messages, kind = 'spf aligned') AS spfAligned,
    sumIf(messages, kind = 'dkim aligned') AS dkimAligned, countIf(kind = 'domain') AS domainCount,
    ${ranked("spf")} AS spf, ${ranked("dkim")} AS dkim, ${ranked("domain")} AS domains
  FROM (
    SELECT source_ip AS address, fact.1 AS kind, fact.2 AS name, sum(counted) AS messages
    FROM (
      SELECT source_ip, sum(count) AS counted, arrayDistinct(arrayConcat([('domain', toString(domain_id)),
        (if(spf_alignment = 'pass', 'spf aligned', ''), ''), (if(dkim_alignment = 'pass', 'dkim aligned', ''), '')],
        ${passing("spf")}, ${passing("dkim")})) AS facts
      FROM records WHERE ${sql}
      GROUP BY source_ip, domain_id, spf_alignment, dkim_alignment, spf_domains, spf_results, dkim_domains, dkim_results
    ) ARRAY JOIN facts AS fact
    GROUP BY address, kind, name HAVING messages > 0
  )
  GROUP BY address ${readSettings}`;
  return engine.select<PartsRow>(query, params);
}

type Life = Pick<SourceDetails, "firstSeen" | "lastSeen">;

async function readLives(engine: Engine, { sql, params }: Condition): Promise<ReadonlyMap<string, Life>> {
  const query = `SELECT source_ip AS address, toUnixTimestamp(min(period_begin)) AS first,
    toUnixTimestamp(max(period_end)) AS last
  FROM records WHERE ${sql} GROUP BY source_ip ${readSettings}`;
  const rows = await engine.select<{ address: string; first: number; last: number }>(query, params);
  return new Map(
    rows.map(({ address, first, last }) => [
      address,
      { firstSeen: new Date(first * 1000), lastSeen: new Date(last * 1000) },
    ]),
  );
}
