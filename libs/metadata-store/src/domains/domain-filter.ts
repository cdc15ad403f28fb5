import { joinDomainReports } from "../reports/days/domain-reports.ts";
import type { CountedReports } from "../reports/days/report-days.ts";
import { countedDays, silentDays } from "../reports/days/silence.ts";
import { containsText, isAlive } from "../reports/living-domains.ts";
import type { DomainStatus, PublishedPolicy } from "./domain-rows.ts";

/** The state of the DMARC record that reports depend on; `unchecked`: they were never looked up. */
export type DomainDnsState = "ok" | "missing" | "different" | "unknown" | "unchecked";

export const domainSorts = [
  "name",
  "status",
  "created_at",
  "verified_at",
  "pass_rate",
  "messages",
  "pass_rate_change",
  "last_report_at",
  "dmarc_policy",
  "open_alerts",
  "client_reference",
] as const;
export type DomainSort = (typeof domainSorts)[number];

export interface DomainOrder {
  readonly by: DomainSort;
  readonly descending: boolean;
}

const BY_NAME: DomainOrder = { by: "name", descending: false };

/** Which reports the sums of domains include, and of which days. */
export interface DomainSumsOptions {
  /** Last UTC day of the sums, `YYYY-MM-DD`. */
  readonly today: string;
  readonly counted: CountedReports;
}

/** Selects domains of one organization; a domain must fit each given member. */
export interface DomainFilter extends DomainSumsOptions {
  readonly status?: DomainStatus;
  /** Part of the name, the reference or a label, in lower case. */
  readonly search?: string;
  /** Any of them. */
  readonly labels?: readonly string[];
  /** Any of them. */
  readonly clientReferences?: readonly string[];
  /** Any of them; `unknown`: neither DNS nor a report has shown one. */
  readonly policies?: readonly (PublishedPolicy | "unknown")[];
  /** Policies that reports state of domains whose policy DNS has not shown; needed to filter or sort by policy. */
  readonly reportedPolicies?: ReadonlyMap<string, PublishedPolicy>;
  readonly dnsStates?: readonly DomainDnsState[];
  /** In percent, of the rate as shown. Domains without mail do not fit. */
  readonly passRateBelow?: number;
  readonly passRateAbove?: number;
  /** UTC days without a report, at least; see `silentDays` of the reports. */
  readonly silentDaysMin?: number;
  readonly hasAlerts?: boolean;
}

/** A statement that selects domains `d`, from `FROM` on, with its values. */
interface Selection {
  readonly sql: string;
  readonly order: string;
  readonly values: readonly unknown[];
}

/** What conditions and orders may refer to beside the columns of `d`. */
type Part = "sums" | "alerts" | "dns" | "policy";

/** Collects the values and the parts that a statement needs. */
interface Statement {
  readonly counted: CountedReports;
  readonly part: (name: Part) => void;
  /** Returns the parameter, `$n`. */
  readonly bind: (value: unknown) => string;
}

/** Selects an organization's domains and, if given, how they are sorted. Joins only what filter and order need. */
export function filterDomains(organizationId: string, filter: DomainFilter, sort?: DomainOrder): Selection {
  const values: unknown[] = [organizationId];
  const parts = new Set<Part>();
  const bind = (value: unknown) => `$${values.push(value)}`;
  const statement: Statement = { counted: filter.counted, part: (name) => void parts.add(name), bind };
  const conditions = listConditions(statement, filter);
  const { by, descending } = sort ?? BY_NAME;
  const key = toSortKey(statement, by);
  const joins = [...parts].map((part) => joinPart(part, bind, filter));
  const where = ["d.organization_id = $1", `d.${isAlive}`, ...conditions].join(" AND ");
  return {
    sql: `domains d ${joins.join(" ")} WHERE ${where}`,
    order: `${key} ${descending ? "DESC" : "ASC"} NULLS LAST, d.id`,
    values,
  };
}

function listConditions(statement: Statement, filter: DomainFilter): string[] {
  return [...listOwnConditions(statement, filter), ...listStateConditions(statement, filter)];
}

/** Conditions on the domain's own row. */
function listOwnConditions({ bind }: Statement, filter: DomainFilter): string[] {
  const { status, search, labels, clientReferences } = filter;
  const conditions: string[] = [];
  if (status !== undefined) conditions.push(`d.status = ${bind(status)}`);
  if (labels !== undefined) conditions.push(`d.labels && ${bind(labels)}::text[]`);
  if (clientReferences !== undefined) conditions.push(`d.client_reference = ANY(${bind(clientReferences)})`);
  if (search !== undefined) conditions.push(containsText(bind(search)));
  return conditions;
}

/** Conditions on what is known of the domain. */
function listStateConditions(statement: Statement, filter: DomainFilter): string[] {
  const { policies, dnsStates, passRateBelow, passRateAbove, silentDaysMin, hasAlerts } = filter;
  const { bind, part } = statement;
  const conditions: string[] = [];
  const add = (needed: Part, sql: string) => {
    part(needed);
    conditions.push(sql);
  };
  if (policies !== undefined) add("policy", `coalesce(p.policy, 'unknown') = ANY(${bind(policies)})`);
  if (dnsStates !== undefined) add("dns", `coalesce(n.state, 'unchecked') = ANY(${bind(dnsStates)})`);
  const rate = shownRate(statement.counted);
  if (passRateBelow !== undefined) add("sums", `${rate} < ${bind(passRateBelow)}::float8`);
  if (passRateAbove !== undefined) add("sums", `${rate} > ${bind(passRateAbove)}::float8`);
  if (silentDaysMin !== undefined) {
    const silence = silentDays(countedDays[filter.counted], `${bind(filter.today)}::date`);
    conditions.push(`${silence} >= ${bind(silentDaysMin)}::int`);
  }
  if (hasAlerts !== undefined) add("alerts", `coalesce(a.open, 0) ${hasAlerts ? "> 0" : "= 0"}`);
  return conditions;
}

const ownKeys: ReadonlySet<DomainSort> = new Set(["name", "status", "created_at", "verified_at", "client_reference"]);

function toSortKey({ counted, part }: Statement, by: DomainSort): string {
  if (ownKeys.has(by)) return `d.${by}`;
  if (by === "dmarc_policy") {
    part("policy");
    return "p.policy";
  }
  if (by === "open_alerts") {
    part("alerts");
    return "coalesce(a.open, 0)";
  }
  part("sums");
  if (by === "last_report_at") return lastReportAt(counted);
  if (by === "messages") return sumsOf(counted).messages;
  return by === "pass_rate" ? rate(counted) : `${rate(counted)} - ${rate(counted, true)}`;
}

function joinPart(part: Part, bind: Statement["bind"], filter: DomainFilter): string {
  const { today, reportedPolicies } = filter;
  switch (part) {
    case "sums":
      return joinDomainReports(`${bind(today)}::date`);
    case "alerts":
      return `LEFT JOIN (SELECT domain_id, count(*)::int AS open FROM alerts
        WHERE organization_id = $1 AND state = 'triggered' GROUP BY domain_id) AS a ON a.domain_id = d.id`;
    case "dns":
      return `LEFT JOIN (SELECT domain_id, state FROM judged_dns
        WHERE organization_id = $1 AND ${isNeeded}) AS n ON n.domain_id = d.id`;
    case "policy": {
      const ids = bind([...(reportedPolicies?.keys() ?? [])]);
      const policies = bind([...(reportedPolicies?.values() ?? [])]);
      return `LEFT JOIN unnest(${ids}::text[], ${policies}::text[]) AS stated (domain_id, policy) ON stated.domain_id = d.id
        CROSS JOIN LATERAL (SELECT coalesce(d.dmarc_policy, stated.policy) AS policy) AS p`;
    }
  }
}

/** SQL: the record without which no report arrives. The operator publishes the authorization, for all domains. */
export const isNeeded = "record = 'dmarc'";

/** SQL: the sums of a domain over the period or, before it, over as many days. */
export function sumsOf(counted: CountedReports, isBefore = false): { messages: string; passed: string } {
  const toSum = (summed: string) => {
    const column = `${summed}${isBefore ? "_before" : ""}`;
    if (counted === "all") return `(s.${column} + s.unproven_${column})`;
    return counted === "none" ? `s.unproven_${column}` : `s.${column}`;
  };
  return { messages: toSum("messages"), passed: toSum("passed") };
}

/** SQL: when the newest report of a domain was received. */
export function lastReportAt(counted: CountedReports): string {
  if (counted === "all") return "greatest(s.last_report_at, s.unproven_last_report_at)";
  return counted === "none" ? "s.unproven_last_report_at" : "s.last_report_at";
}

/** SQL: the share that passed; null without mail. */
function rate(counted: CountedReports, isBefore = false): string {
  const { messages, passed } = sumsOf(counted, isBefore);
  return `${passed} / nullif(${messages}, 0)`;
}

/** SQL: the share that passed in percent as answers show it, with one decimal, rounded half up. */
function shownRate(counted: CountedReports): string {
  const { messages, passed } = sumsOf(counted);
  return `floor(${passed} * 1000 / nullif(${messages}, 0) + 0.5) / 10`;
}
