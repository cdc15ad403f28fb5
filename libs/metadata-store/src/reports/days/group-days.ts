import type { Queryable } from "@ruaflow/postgres";
import { isAlive } from "../living-domains.ts";
import { countedRows, type MessageSums, type SumsFilter } from "./report-days.ts";

/** What sums of days can be grouped by. */
export type DayGrouping = "domain" | "client_reference" | "label" | "day";

export type GroupSortField =
  | "emails"
  | "failed"
  | "pass_rate"
  | "emails_change"
  | "failed_change"
  | "pass_rate_change"
  | "key";

export interface GroupSort {
  readonly by: GroupSortField;
  readonly descending: boolean;
}

export interface GroupDaysOptions extends SumsFilter {
  readonly groupBy: DayGrouping;
  /** First UTC day of the period that it is compared with; the two do not overlap. */
  readonly previousStart: string;
  /** Its last UTC day; absent: the day before this period. */
  readonly previousEnd?: string;
  /** Groups without failed messages are left out, and those with most of them are kept. */
  readonly failuresOnly: boolean;
  readonly sort: GroupSort;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  /** How many groups there are at most: those with the most messages. */
  readonly groupsMax: number;
}

/** The sums of a group, and of the period before. */
export interface DayGroup extends MessageSums {
  /** Id of a domain, reference, label or UTC day; null: the domains without a reference, or without a label. */
  readonly key: string | null;
  readonly reports: number;
  /** Domains with such messages. */
  readonly domains: number;
  readonly previousMessages: number;
  readonly previousPassed: number;
}

export interface DayGroups {
  readonly groups: readonly DayGroup[];
  /** All groups, also those beyond the maximum. */
  readonly total: number;
  /** Failed messages of the filter; a message counts once, whatever groups it is in. */
  readonly failed: number;
}

interface Keys {
  /** SQL, of the sums of a domain (s). */
  readonly key: string;
  /** What groups are ordered by when they are ordered by key. */
  readonly name: string;
  readonly from?: string;
}

const isCurrent = "day BETWEEN $3::date AND $4::date";
// A day of the other period counts for the day with the same place in this one.
const sameDay = `CASE WHEN ${isCurrent} THEN day ELSE day + ($3::date - $2::date) END`;

const keys: Readonly<Record<DayGrouping, Keys>> = {
  domain: { key: "s.domain_id", name: "s.name" },
  client_reference: { key: "s.client_reference", name: "s.client_reference" },
  label: {
    key: "l.label",
    name: "l.label",
    from: "LEFT JOIN LATERAL (SELECT DISTINCT label FROM unnest(s.labels) AS u (label)) AS l ON true",
  },
  day: { key: "s.of_day::text", name: "s.of_day::text" },
};

const rate = (passed: string, messages: string) => `${passed} / nullif(${messages}, 0)`;

const orders: Readonly<Record<GroupSortField, string>> = {
  emails: "messages",
  failed: "messages - passed",
  pass_rate: `coalesce(${rate("passed", "messages")}, 0)`,
  emails_change: "messages - previous_messages",
  failed_change: "(messages - passed) - (previous_messages - previous_passed)",
  pass_rate_change: `${rate("passed", "messages")} - ${rate("previous_passed", "previous_messages")}`,
  key: "name",
};

type Row = { [Field in keyof DayGroup]: DayGroup[Field] | null } & { readonly total: number; readonly failed: number };

/**
 * One page of the sums of a period by group, each with the period before. Domains without reports in the period are in no
 * group; a domain with several labels is in the group of each.
 */
export async function groupDays(
  database: Queryable,
  organizationId: string,
  options: GroupDaysOptions,
): Promise<DayGroups> {
  const { previousStart, startDate, endDate, counted = "authentic", page, perPage, groupsMax, domainIds } = options;
  const values: unknown[] = [organizationId, previousStart, startDate, endDate, countedRows[counted], groupsMax];
  values.push(
    perPage,
    (page - 1) * perPage,
    options.previousEnd ?? null,
    ...(domainIds === undefined ? [] : [domainIds]),
  );
  const rows = await database.query<Row>(toStatement(options), values);
  const [first] = rows;
  return { groups: rows.flatMap(toGroup), total: first?.total ?? 0, failed: first?.failed ?? 0 };
}

/** A page past the last one has a row with the sums alone. */
function toGroup({ total: _, failed: __, ...row }: Row): DayGroup[] {
  const { key, reports, ...sums } = row;
  if (reports === null) return [];
  const number = (field: keyof typeof sums) => sums[field] ?? 0;
  return [
    {
      key,
      reports,
      domains: number("domains"),
      messages: number("messages"),
      passed: number("passed"),
      spfPassed: number("spfPassed"),
      dkimPassed: number("dkimPassed"),
      previousMessages: number("previousMessages"),
      previousPassed: number("previousPassed"),
    },
  ];
}

function toStatement({ groupBy, failuresOnly, sort, domainIds }: GroupDaysOptions): string {
  const { key, name, from = "" } = keys[groupBy];
  const weight = failuresOnly ? "messages - passed" : "messages";
  const order = `${orders[sort.by]} ${sort.descending ? "DESC" : "ASC"} NULLS LAST, key NULLS LAST`;
  return `WITH of_domains AS (${toDomainSums(groupBy, domainIds !== undefined)}),
  all_groups AS (
    SELECT ${key} COLLATE "C" AS key, ${name} COLLATE "C" AS name, ${addUp},
      (count(*) FILTER (WHERE ${failuresOnly ? "messages > passed" : "reports > 0"}))::int AS domains
    FROM of_domains s ${from} GROUP BY 1, 2
    HAVING ${failuresOnly ? "sum(messages) > sum(passed)" : "sum(reports) > 0"}
  ),
  kept AS (SELECT * FROM all_groups ORDER BY ${weight} DESC, key NULLS LAST LIMIT $6),
  chosen AS (SELECT *, row_number() OVER (ORDER BY ${order}) AS place FROM kept ORDER BY place LIMIT $7 OFFSET $8)
  SELECT t.total, t.failed, key, reports, messages, passed, spf_passed AS "spfPassed", dkim_passed AS "dkimPassed",
    previous_messages AS "previousMessages", previous_passed AS "previousPassed", domains
  FROM (SELECT (SELECT count(*)::int FROM all_groups) AS total,
    (SELECT coalesce(sum(messages - passed), 0) FROM of_domains) AS failed) AS t
  LEFT JOIN chosen ON true ORDER BY place`;
}

const messageColumns = ["messages", "passed", "spf_passed", "dkim_passed"];
const sums = ["reports", ...messageColumns, "previous_messages", "previous_passed"];
const addUp = sums.map((column) => `sum(${column}) AS ${column}`).join(", ");

/**
 * The sums of each domain, or of each of its days. Rows are added up before they meet their domains and are told apart by
 * period: with filtered sums over all of them it took 33 instead of 19 ms for 47,000 days.
 */
function toDomainSums(groupBy: DayGrouping, isChosen: boolean): string {
  const toPeriod = (column: string) => `coalesce(sum(d.${column}) FILTER (WHERE d.is_current), 0) AS ${column}`;
  const toPrevious = (column: string) =>
    `coalesce(sum(d.${column}) FILTER (WHERE NOT d.is_current), 0) AS previous_${column}`;
  return `SELECT m.id AS domain_id, m.name, m.client_reference, m.labels, d.of_day,
    ${["reports", ...messageColumns].map(toPeriod).join(", ")}, ${["messages", "passed"].map(toPrevious).join(", ")}
  FROM domains m JOIN (
    SELECT domain_id, ${isCurrent} AS is_current, ${groupBy === "day" ? sameDay : "NULL::date"} AS of_day,
      sum(reports::float8) AS reports, ${messageColumns.map((column) => `sum(${column}) AS ${column}`).join(", ")}
    FROM report_days
    WHERE organization_id = $1 AND domain_id <> '' AND (${isCurrent} OR day BETWEEN $2::date AND coalesce($9::date, $3::date - 1)) AND authentic = ANY($5)
      ${isChosen ? "AND domain_id = ANY($10)" : ""}
    GROUP BY domain_id, is_current, of_day
  ) AS d ON d.domain_id = m.id
  WHERE m.organization_id = $1 AND m.${isAlive}
  GROUP BY m.id, d.of_day`;
}
