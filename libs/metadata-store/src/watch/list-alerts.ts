import type { Queryable } from "@ruaflow/postgres";
import { type Page, type PageRequest, readPage } from "@ruaflow/postgres/page";
import { isAlive } from "../reports/living-domains.ts";
import { type Alert, type AlertRow, type AlertRule, type AlertState, alertColumns, toAlert } from "./alerts.ts";

export interface ListedAlert extends Alert {
  readonly domainId: string;
  readonly domainName: string;
  readonly clientReference: string | null;
}

/** Fields that a list of alerts can be sorted by, with their SQL. */
const sortColumns = { triggered_at: "triggered_at", value: "value", domain: "name", rule: "rule" } as const;

export type AlertSort = keyof typeof sortColumns;

/** Selects alerts of one organization. */
export interface AlertFilter {
  readonly domainIds?: readonly string[];
  readonly rule?: AlertRule;
  readonly state?: AlertState;
  /** Triggered at this time or later. */
  readonly since?: Date;
}

export interface ListAlertsOptions extends AlertFilter, PageRequest {
  /** Absent: newest first. */
  readonly sort?: { readonly by: AlertSort; readonly descending: boolean };
}

type ListedRow = AlertRow & { domain_id: string; name: string; client_reference: string | null };

const listedColumns = `${alertColumns}, domain_id, name, client_reference`;

/** An organization's alerts. */
export async function listAlerts(
  database: Queryable,
  organizationId: string,
  { sort = { by: "triggered_at", descending: true }, page, perPage, ...filter }: ListAlertsOptions,
): Promise<Page<ListedAlert>> {
  const list = {
    columns: listedColumns,
    ...selectAlerts(organizationId, filter),
    order: `${sortColumns[sort.by]} ${sort.descending ? "DESC" : "ASC"}, triggered_at DESC, alerts.id`,
  };
  const { items, total } = await readPage<ListedRow>(database, list, { page, perPage });
  return { items: items.map(toListed), total };
}

/** SQL of the alerts `$1` to `$5` select, from `FROM` on, with its values. */
export function selectAlerts(organizationId: string, { domainIds, rule, state, since }: AlertFilter) {
  return {
    from: `alerts JOIN domains ON domains.id = alerts.domain_id AND ${isAlive}
      WHERE alerts.organization_id = $1 AND ($2::text[] IS NULL OR domain_id = ANY($2)) AND ($3::text IS NULL OR rule = $3)
        AND ($4::text IS NULL OR state = $4) AND ($5::timestamptz IS NULL OR triggered_at >= $5)`,
    values: [organizationId, domainIds ?? null, rule ?? null, state ?? null, since ?? null],
  };
}

function toListed(row: ListedRow): ListedAlert {
  return {
    ...toAlert(row),
    domainId: row.domain_id,
    domainName: row.name,
    clientReference: row.client_reference,
  };
}
