import type { Engine } from "../../engine/engine.ts";
import { readSettings } from "../../engine/read-settings.ts";
import { toAddressText } from "../../rows/stored-values.ts";
import { type Condition, type Filter, joinConditions, toCondition } from "../filter.ts";
import { type ComparedPeriods, isCurrentDay, toCompared, toSpan } from "../groups/two-periods.ts";
import { listDistinct, passedNames } from "../passed-names.ts";
import { readSourceRanges } from "../source-page.ts";

export interface SourcePeriodsQuestion extends Filter, ComparedPeriods {
  /** Only messages that failed DMARC count. */
  readonly failuresOnly: boolean;
}

/** The messages of an address in one of the two periods. */
export interface SourcePeriod {
  /** IPv4 dotted, or IPv6. */
  readonly sourceIp: string;
  /** False: in the period before. */
  readonly isCurrent: boolean;
  readonly messages: number;
  /** Messages that passed DMARC. */
  readonly passed: number;
  /** Messages with an aligned pass of SPF, of DKIM (policy-evaluated). */
  readonly spfPassed: number;
  readonly dkimPassed: number;
  /** The domains that these messages were about. */
  readonly domainIds: readonly string[];
  /** Names for which SPF passed, and signing domains whose signatures passed, in all of its mail: at most {@link NAMES_MAX}. */
  readonly spfDomains: readonly string[];
  readonly dkimDomains: readonly string[];
}

/** Names of one kind that tell the service of a source. */
const NAMES_MAX = 64;

/** Each has up to two periods in an answer of the engine. */
const RANGE_ADDRESSES = 25_000;

/**
 * Every source that has such messages in one of two periods, with what tells its service, by address. Read range by range on demand,
 * with flat memory.
 *
 * @param sources how many there are
 */
export async function* streamSourcePeriods(
  engine: Engine,
  organizationId: string,
  { question, sources }: { readonly question: SourcePeriodsQuestion; readonly sources: number },
): AsyncGenerator<SourcePeriod, void, undefined> {
  const spanned = toCondition(organizationId, { ...question, ...toSpan(question) });
  const condition = joinConditions(spanned, toCompared(question));
  for await (const range of readSourceRanges(engine, condition, { addressesMax: RANGE_ADDRESSES, sources }))
    yield* await readPeriods(engine, joinConditions(condition, range), question);
}

const columns = "source_ip, domain_id, dmarc_pass, spf_alignment, dkim_alignment, spf_passed, dkim_passed";

const listNames = (kind: "dkim" | "spf") => listDistinct(passedNames(kind, "part."), NAMES_MAX);

async function readPeriods(
  engine: Engine,
  { sql, params }: Condition,
  { failuresOnly }: SourcePeriodsQuestion,
): Promise<SourcePeriod[]> {
  const counts = failuresOnly ? "NOT part.dmarc_pass" : "true";
  const query = `SELECT part.source_ip AS sourceIp, part.isCurrent AS isCurrent, sumIf(part.messages, ${counts}) AS messages,
    sumIf(part.messages, part.dmarc_pass AND ${counts}) AS passed,
    sumIf(part.messages, part.spf_alignment = 'pass' AND ${counts}) AS spfPassed,
    sumIf(part.messages, part.dkim_alignment = 'pass' AND ${counts}) AS dkimPassed,
    groupUniqArrayIf(toString(part.domain_id), ${counts}) AS domainIds,
    ${listNames("spf")} AS spfDomains, ${listNames("dkim")} AS dkimDomains
  FROM (
    SELECT ${columns}, ${isCurrentDay} AS isCurrent, sum(count) AS messages
    FROM records WHERE ${sql} GROUP BY ${columns}, isCurrent HAVING messages > 0
  ) AS part
  GROUP BY sourceIp, isCurrent HAVING messages > 0
  ORDER BY sourceIp, isCurrent ${readSettings}`;
  const rows = await engine.select<Omit<SourcePeriod, "isCurrent"> & { readonly isCurrent: number }>(query, params);
  return rows.map(({ sourceIp, isCurrent, ...period }) => ({
    sourceIp: toAddressText(sourceIp),
    isCurrent: isCurrent === 1,
    ...period,
  }));
}
