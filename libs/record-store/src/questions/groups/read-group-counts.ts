import type { Engine } from "../../engine/engine.ts";
import { readSettings } from "../../engine/read-settings.ts";
import { toAddressText } from "../../rows/stored-values.ts";
import type { VerdictKey } from "../../rows/verdicts/stored-verdict.ts";
import { type Condition, toDomainCondition } from "../filter.ts";
import { type GroupQuestion, groupKeys, isOfSenders, toGroupCondition, toGroupHash } from "./group-key.ts";

export interface GroupCountsQuestion extends GroupQuestion {
  /** The groups that are counted; absent: all. */
  readonly hashes?: readonly string[];
}

export interface GroupCounts {
  /** Null: it is not known. */
  readonly key: string | null;
  /** Distinct addresses that sent messages. */
  readonly sources: number;
  readonly domains: number;
  /** The source with the most messages, and the domain that these are about; only of groups of senders. */
  readonly largest?: VerdictKey;
}

/** What only the records themselves tell of a group. */
export interface GroupReports {
  readonly key: string | null;
  /** Distinct reports. */
  readonly reports: number;
  /** Messages with an aligned pass. */
  readonly spfPassed: number;
  readonly dkimPassed: number;
}

/**
 * Counts the distinct addresses and domains of some groups. Reads only the projection `source_dispositions` where grouping and
 * filter allow it.
 */
export async function countGroups(
  engine: Engine,
  organizationId: string,
  question: GroupCountsQuestion,
): Promise<GroupCounts[]> {
  const { groupBy } = question;
  const largest = isOfSenders(groupBy) ? `, ${largestSource} AS largestSource` : "";
  const [messages, grouped] =
    groupKeys[groupBy].hasSmallParts && largest === ""
      ? ["count", ""]
      : ["sum(count)", "GROUP BY part, domain_id, source_ip"];
  const toParts = (part: string, where: string) =>
    `SELECT ${part} AS part, domain_id, source_ip, ${messages} AS messages FROM records WHERE ${where} ${grouped}`;
  const counts = `uniqExactIf(source_ip, messages > 0) AS sources, uniqExact(domain_id) AS domains${largest}`;
  const rows = await selectGroups<CountsRow>(engine, organizationId, { ...question, counts, toParts });
  return rows.map(({ largestSource: pair, ...row }) => (pair === undefined ? row : { ...row, largest: toKey(pair) }));
}

type CountsRow = Omit<GroupCounts, "largest"> & {
  readonly largestSource?: readonly [domainId: string, address: string];
};

const largestSource = "argMax((toString(domain_id), toString(source_ip)), (messages, domain_id, source_ip))";

function toKey([domainId, address]: readonly [string, string]): VerdictKey {
  return { domainId, sourceIp: toAddressText(address) };
}

/** Counts the distinct reports of some groups, and the messages that passed in one way or the other. */
export function countGroupReports(
  engine: Engine,
  organizationId: string,
  question: GroupCountsQuestion,
): Promise<GroupReports[]> {
  const toParts = (part: string, where: string) =>
    `SELECT ${part} AS part, report_id, count, spf_alignment, dkim_alignment FROM records WHERE ${where}`;
  const counts = `uniqExact(report_id) AS reports, sumIf(count, spf_alignment = 'pass') AS spfPassed,
    sumIf(count, dkim_alignment = 'pass') AS dkimPassed`;
  return selectGroups(engine, organizationId, { ...question, counts, toParts });
}

interface Counting extends GroupCountsQuestion {
  /** SQL of what is counted. */
  readonly counts: string;
  /** SQL of the rows in which it is counted. */
  readonly toParts: (part: string, where: string) => string;
}

/** Limits the parameters of one query, which are sent in the request URL. */
const GROUPS_PER_QUERY = 5_000;

async function selectGroups<Row>(engine: Engine, organizationId: string, counting: Counting): Promise<Row[]> {
  const { hashes, ...rest } = counting;
  const condition = toGroupCondition(organizationId, rest);
  if (hashes === undefined)
    return engine.select<Row>(
      toQuery(condition, rest, () => "true"),
      condition.params,
    );
  const rows: Row[] = [];
  for (let start = 0; start < hashes.length; start += GROUPS_PER_QUERY) {
    const some = hashes.slice(start, start + GROUPS_PER_QUERY);
    rows.push(...(await engine.select<Row>(toQuery(condition, rest, isChosen), { ...condition.params, hashes: some })));
  }
  return rows;
}

function isChosen(name: string): string {
  return `${toGroupHash(name)} IN (SELECT toUInt64(arrayJoin({hashes:Array(String)})))`;
}

function toQuery(
  condition: Condition,
  { groupBy, domainIds, counts, toParts }: Omit<Counting, "hashes">,
  toChoice: (name: string) => string,
): string {
  const { ofRecord, ofPart, join } = groupKeys[groupBy];
  const joined = join(condition, toDomainCondition(domainIds).sql);
  const where = joined === "" ? `${condition.sql} AND ${toChoice(`toString(${ofRecord})`)}` : condition.sql;
  return `SELECT nullIf(${ofPart}, '') AS key, ${counts}
  FROM (${toParts(ofRecord, where)}) AS piece ${joined === "" ? "" : `${joined} WHERE ${toChoice(ofPart)}`}
  GROUP BY key ${readSettings}`;
}
