import type { Queryable } from "@ruaflow/postgres";
import { type PageRequest, toLimitAndOffset } from "@ruaflow/postgres/page";
import { type AlertFilter, type ListedAlert, selectAlerts } from "./list-alerts.ts";

/** What alerts can be grouped by, with its SQL. */
const groupColumns = { domain: "name", rule: "rule", client_reference: "client_reference" } as const;

export type AlertGrouping = keyof typeof groupColumns;

/** Open alerts with the same domain, rule or client reference. */
export interface AlertGroup {
  /** `null`: domains without a reference. */
  readonly key: string | null;
  readonly open: number;
  readonly domains: number;
  readonly newest: ListedAlert;
}

export interface AlertGroups {
  readonly items: readonly AlertGroup[];
  readonly total: number;
}

type NewestRow = Omit<ListedAlert, "triggeredAt" | "clearedAt"> & { readonly triggeredAt: string };

/** An organization's open alerts in groups, largest first. */
export async function groupAlerts(
  database: Queryable,
  organizationId: string,
  { by, page, perPage, ...filter }: Omit<AlertFilter, "state"> & PageRequest & { readonly by: AlertGrouping },
): Promise<AlertGroups> {
  const { from, values } = selectAlerts(organizationId, { ...filter, state: "triggered" });
  const key = groupColumns[by];
  const [rows, counts] = await Promise.all([
    database.query<{ key: string | null; open: number; domains: number; newest: NewestRow }>(
      `SELECT ${key} AS key, count(*)::int AS open, count(DISTINCT domain_id)::int AS domains,
         (array_agg(json_build_object('id', alerts.id, 'rule', rule, 'sourceIp', source_ip, 'summary', summary,
           'value', value, 'threshold', threshold, 'triggeredAt', triggered_at, 'domainId', domain_id, 'domainName', name,
           'clientReference', client_reference, 'since', alerts.since, 'class', class, 'cause', cause) ORDER BY triggered_at DESC, alerts.id))[1] AS newest
       FROM ${from} GROUP BY ${key} ORDER BY count(*) DESC, max(triggered_at) DESC, ${key}
       LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      [...values, ...toLimitAndOffset({ page, perPage })],
    ),
    database.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM (SELECT FROM ${from} GROUP BY ${key}) AS groups`,
      values,
    ),
  ]);
  const items = rows.map(({ newest, ...group }) => {
    return { ...group, newest: { ...newest, triggeredAt: new Date(newest.triggeredAt), clearedAt: null } };
  });
  return { items, total: counts[0]?.total ?? 0 };
}
