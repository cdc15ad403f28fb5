import { type Condition, type Filter, toCondition } from "../filter.ts";
import { type VerdictColumn, WITHOUT_VERDICT } from "../verdict-condition.ts";

/** What records can be grouped by. */
export type RecordGrouping =
  | "domain"
  | "day"
  | "reporter"
  | "header_from"
  | "disposition"
  | "source_organization"
  | "country"
  | "sender_cause"
  | VerdictColumn;

/** The records that groups are made of. */
export interface GroupQuestion extends Filter {
  readonly groupBy: RecordGrouping;
  /** Only messages that failed DMARC. */
  readonly failuresOnly: boolean;
}

export function toGroupCondition(organizationId: string, question: Filter & { failuresOnly: boolean }): Condition {
  const { sql, params } = toCondition(organizationId, question);
  return { sql: question.failuresOnly ? `${sql} AND NOT dmarc_pass` : sql, params };
}

/** How the groups of a grouping are told apart, in SQL. */
export interface GroupKey {
  /** Of a row of `records`. */
  readonly ofRecord: string;
  /** Of a row of a subquery that has `ofRecord` as `part`; empty text when it is not known. */
  readonly ofPart: string;
  /** True: there are almost as many parts as records, so that to sum each of them first would cost more than it saves. */
  readonly hasSmallParts?: true;
  /**
   * What is joined to that subquery.
   *
   * @param ofDomains SQL that limits verdicts to the question's domains; empty: all
   */
  join(condition: Condition, ofDomains: string): string;
}

// The copy of the facts in ClickHouse, because PostgreSQL, which has them first, cannot be asked about a million addresses.
function toFactKey(column: "organization" | "country"): GroupKey {
  return {
    ofRecord: "source_ip",
    ofPart: "fact.name",
    join: ({ sql }) => `LEFT ANY JOIN (
    SELECT address, toString(${column}) AS name FROM source_facts FINAL
    WHERE address IN (SELECT source_ip FROM records WHERE ${sql} GROUP BY source_ip)
  ) AS fact ON fact.address = piece.part`,
  };
}

/** Between the columns of a key. No column has it: names are cleaned of control characters. */
const SEPARATOR = "\n";

/** The columns of the key of a group by sender and cause. */
export function toSenderCause(key: string) {
  const [sender = "", name = "", cause = ""] = key.split(SEPARATOR);
  return { sender, class: name, cause };
}

/**
 * A pair of domain and source. As a tuple it would take a third longer. Ids are hashed once for each domain of a block, where
 * both at once would be hashed for each row. `cityHash64` would be faster, but a reporter can invent an address that has the hash of
 * another one.
 */
const PAIR = "sipHash64(sipHash64(domain_id), source_ip)";

// The value of a pair without a verdict is the one that a filter finds it by, so verdicts with this value are not joined.
function toVerdictKey(...columns: readonly VerdictColumn[]): GroupKey {
  const [first, ...others] = columns;
  const known =
    others.length === 0 ? first : `concat(${columns.map((column) => `toString(${column})`).join(`, '\\n', `)})`;
  const missing = columns.map((column) => WITHOUT_VERDICT[column]).join("\\n");
  const isKnown = columns.map((column) => `${column} != '${WITHOUT_VERDICT[column]}'`).join(" OR ");
  return {
    ofRecord: PAIR,
    hasSmallParts: true,
    ofPart: `if(verdict.isJudged = 1, verdict.name, '${missing}')`,
    join: (_, ofDomains) => `LEFT ANY JOIN (
    SELECT ${PAIR} AS pair, ${known} AS name, 1 AS isJudged FROM verdicts FINAL
    WHERE organization_id = {organizationId:String}${ofDomains} AND (${isKnown})
  ) AS verdict ON verdict.pair = piece.part`,
  };
}

const toColumnKey = (column: string): GroupKey => ({ ofRecord: column, ofPart: "toString(part)", join: () => "" });

export const groupKeys: Readonly<Record<RecordGrouping, GroupKey>> = {
  domain: toColumnKey("domain_id"),
  day: toColumnKey("day"),
  reporter: toColumnKey("reporter"),
  header_from: toColumnKey("header_from"),
  disposition: toColumnKey("disposition"),
  source_organization: toFactKey("organization"),
  country: toFactKey("country"),
  service: toVerdictKey("service"),
  class: toVerdictKey("class"),
  sender: toVerdictKey("sender"),
  cause: toVerdictKey("cause"),
  sender_cause: toVerdictKey("sender", "class", "cause"),
};

/** Groupings whose groups are named by what their largest source is. */
export function isOfSenders(groupBy: RecordGrouping): boolean {
  return groupBy === "sender" || groupBy === "sender_cause";
}

/** SQL: tells a group, whose name may be long. */
export function toGroupHash(key: string): string {
  return `cityHash64(${key})`;
}
