import type { Queryable } from "@ruaflow/postgres";
import { type PageRequest, toLimitAndOffset } from "@ruaflow/postgres/page";
import { containsText, isAlive } from "../reports/living-domains.ts";
import { type AttentionReason, attentionReasonNames } from "./reasons.ts";

/** A reason that lasts. */
export interface OpenReason {
  /** `att_` and a unique suffix. */
  readonly id: string;
  readonly reason: AttentionReason;
  readonly summary: string;
  readonly value: number;
  readonly threshold: number;
  readonly weight: number;
  readonly openedAt: Date;
  /** The first UTC day of the problem in the reports, or else when it was found. */
  readonly since: Date;
  readonly acknowledgedAt: Date | null;
  /** Id of the API key. */
  readonly acknowledgedBy: string | null;
  /** `null`: it is not acknowledged, or not until a date. */
  readonly acknowledgedUntil: Date | null;
  readonly note: string | null;
}

/** A domain with the reasons that a list selects, heaviest first. */
export interface AttentionItem {
  readonly domainId: string;
  readonly domain: string;
  readonly clientReference: string | null;
  readonly labels: readonly string[];
  /** Sum of the weights. */
  readonly rankScore: number;
  /** Of the domain's client, or of all domains without one: listed domains, on all pages. */
  readonly clientDomains: number;
  /** The first day of the first problem. */
  readonly since: Date;
  readonly reasons: readonly OpenReason[];
}

/** Selects reasons; a domain is listed with those that are selected. */
export interface AttentionFilter {
  readonly domainIds?: readonly string[];
  readonly reasons?: readonly AttentionReason[];
  /** New at this time or later. */
  readonly since?: Date;
  /** Absent: both. */
  readonly acknowledged?: boolean;
  /** Part of a name, client reference or label; case is ignored. */
  readonly search?: string;
}

export interface AttentionOrder {
  /** True: the domains of a client together, the clients with the highest rank first. */
  readonly isByClient?: boolean;
}

export interface AttentionPage {
  readonly items: readonly AttentionItem[];
  /** Domains of the whole list. */
  readonly total: number;
  /** Reasons of the whole list. */
  readonly counts: Readonly<Record<AttentionReason, number>>;
}

/** Domains with open reasons, highest rank first, oldest first where ranks are equal. */
export async function listAttention(
  database: Queryable,
  organizationId: string,
  { page, perPage, isByClient = false, ...filter }: AttentionFilter & AttentionOrder & PageRequest,
): Promise<AttentionPage> {
  const selected = toSelected(filter);
  const values = [organizationId, ...selected.values];
  const [limit, offset] = toLimitAndOffset({ page, perPage });
  const [rows, sums] = await Promise.all([
    database.query<ItemRow>(toItemsSql(selected.sql, { isByClient, limitPlace: values.length + 1 }), [
      ...values,
      limit,
      offset,
    ]),
    database.query<{ reason: AttentionReason | null; count: number; domains: number }>(
      `SELECT reason, count(*)::int AS count, count(DISTINCT domain_id)::int AS domains
       FROM (${selected.sql}) AS selected GROUP BY GROUPING SETS ((reason), ())`,
      values,
    ),
  ]);
  const none = Object.fromEntries(attentionReasonNames.map((name) => [name, 0])) as Record<AttentionReason, number>;
  const counted = Object.fromEntries(sums.flatMap(({ reason, count }) => (reason === null ? [] : [[reason, count]])));
  const total = sums.find(({ reason }) => reason === null)?.domains ?? 0;
  return { items: rows.map(toItem), total, counts: { ...none, ...counted } };
}

/** Domains whose reasons are read together for an export. */
const EXPORTED_AT_ONCE = 500;

/** All that `listAttention` would list, in its order at the first moment. */
export async function* exportAttention(
  database: Queryable,
  organizationId: string,
  filter: AttentionFilter,
): AsyncGenerator<AttentionItem> {
  const selected = toSelected(filter);
  const ranked = await database.query<{ domain_id: string }>(
    `SELECT domain_id FROM (${selected.sql}) AS selected GROUP BY domain_id ORDER BY ${rank}`,
    [organizationId, ...selected.values],
  );
  const order = ranked.map(({ domain_id }) => domain_id);
  for (let start = 0; start < order.length; start += EXPORTED_AT_ONCE) {
    const domainIds = order.slice(start, start + EXPORTED_AT_ONCE);
    const { items } = await listAttention(database, organizationId, {
      ...filter,
      domainIds,
      page: 1,
      perPage: EXPORTED_AT_ONCE,
    });
    yield* items;
  }
}

/** SQL: the first day of the problem, or else when it was found. */
const sinceSql = "least(opened_at, since::timestamp AT TIME ZONE 'UTC')";
const rank = `sum(weight) DESC, min(${sinceSql}), domain_id`;

/** SQL of the selected reasons, with the values of its parameters from `$2` on. */
function toSelected(filter: AttentionFilter): { readonly sql: string; readonly values: readonly unknown[] } {
  const { domainIds, reasons, since, acknowledged, search } = filter;
  const given: readonly (readonly [unknown, (place: string) => string])[] = [
    [domainIds, (place) => `a.domain_id = ANY(${place}::text[])`],
    [reasons, (place) => `a.reason = ANY(${place}::text[])`],
    [since, (place) => `a.new_at >= ${place}::timestamptz`],
    [acknowledged, (place) => `(a.acknowledged_at IS NOT NULL) = ${place}::boolean`],
    [search?.toLowerCase(), containsText],
  ];
  const used = given.filter(([value]) => value !== undefined);
  const conditions = used.map(([, toCondition], index) => ` AND ${toCondition(`$${index + 2}`)}`);
  return {
    sql: `SELECT a.*, d.name, d.client_reference, d.labels FROM attention a
      JOIN domains d ON d.id = a.domain_id AND d.organization_id = $1 AND d.${isAlive}
      WHERE a.organization_id = $1 AND NOT a.settled AND a.closed_at IS NULL${conditions.join("")}`,
    values: used.map(([value]) => value),
  };
}

interface ItemRow {
  domain_id: string;
  name: string;
  client_reference: string | null;
  labels: string[];
  rank_score: number;
  client_domains: number;
  since: Date;
  reasons: ReasonRow[];
}

/** As PostgreSQL writes it in JSON: times are texts. */
interface ReasonRow {
  id: string;
  reason: AttentionReason;
  summary: string;
  value: number;
  threshold: number;
  weight: number;
  opened_at: string;
  since: string;
  acknowledged_at: string | null;
  acknowledged_by: string | null;
  acknowledged_until: string | null;
  note: string | null;
}

interface ItemsOrder extends Required<AttentionOrder> {
  /** Of the limit among the parameters; the offset follows it. */
  readonly limitPlace: number;
}

/** The facts of domains and reasons are joined only for the page. */
function toItemsSql(selected: string, { isByClient, limitPlace }: ItemsOrder): string {
  const ofDomains = "rank_score DESC, since, domain_id";
  const order = isByClient ? `client_rank DESC, client_reference, ${ofDomains}` : ofDomains;
  return `WITH selected AS MATERIALIZED (${selected}), ranked AS (
      SELECT domain_id, name, client_reference, labels, sum(weight) AS rank_score, min(${sinceSql}) AS since FROM selected
      GROUP BY domain_id, name, client_reference, labels
    ), page AS (
      SELECT *, count(*) OVER client AS client_domains, sum(rank_score) OVER client AS client_rank FROM ranked
      WINDOW client AS (PARTITION BY client_reference) ORDER BY ${order} LIMIT $${limitPlace} OFFSET $${limitPlace + 1}
    )
    SELECT page.domain_id, name, client_reference, labels, rank_score, client_domains::int, since, reasons
    FROM page JOIN (
      SELECT domain_id, json_agg(json_build_object('id', id, 'reason', reason, 'summary', summary, 'value', value,
        'threshold', threshold, 'weight', weight, 'opened_at', opened_at, 'since', ${sinceSql},
        'acknowledged_at', acknowledged_at, 'acknowledged_by', acknowledged_by, 'acknowledged_until', acknowledged_until,
        'note', note) ORDER BY weight DESC, reason) AS reasons
      FROM selected WHERE domain_id IN (SELECT domain_id FROM page) GROUP BY domain_id
    ) AS of_domains USING (domain_id) ORDER BY ${order}`;
}

function toItem(row: ItemRow): AttentionItem {
  return {
    domainId: row.domain_id,
    domain: row.name,
    clientReference: row.client_reference,
    labels: row.labels,
    rankScore: Math.round(row.rank_score * 10) / 10,
    clientDomains: row.client_domains,
    since: row.since,
    reasons: row.reasons.map(toReason),
  };
}

function toReason(row: ReasonRow): OpenReason {
  const { opened_at, since, acknowledged_at, acknowledged_by, acknowledged_until, ...facts } = row;
  const toTime = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...facts,
    openedAt: new Date(opened_at),
    since: new Date(since),
    acknowledgedAt: toTime(acknowledged_at),
    acknowledgedBy: acknowledged_by,
    acknowledgedUntil: toTime(acknowledged_until),
  };
}
