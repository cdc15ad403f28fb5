import type { Queryable } from "@ruaflow/postgres";
import { isAlive } from "../reports/living-domains.ts";
import {
  type AlertRules,
  type Domain,
  type DomainRow,
  type DomainSettings,
  domainColumns,
  toDomain,
} from "./domain-rows.ts";

export interface DomainChanges extends Partial<Omit<DomainSettings, "alertRules">> {
  /** Each given rule replaces the whole rule; the others stay. */
  readonly alertRules?: Partial<AlertRules>;
}

/** Changes the given settings in one statement. `null` when the organization has no such domain. */
export async function updateDomainSettings(
  database: Queryable,
  organizationId: string,
  { domainId, changes }: { readonly domainId: string; readonly changes: DomainChanges },
): Promise<Domain | null> {
  const { alertRules = {}, dnsWatch = null, labels = null, reportAddresses = null } = changes;
  const { clientReference, retentionDays, rawRetentionDays } = changes;
  const rows = await database.query<DomainRow>(
    `UPDATE domains SET alert_rules = alert_rules || $3::jsonb, dns_watch = coalesce($4, dns_watch),
       labels = coalesce($5, labels),
       client_reference = CASE WHEN $6 THEN $7 ELSE client_reference END,
       retention_days = CASE WHEN $8 THEN $9 ELSE retention_days END,
       raw_retention_days = CASE WHEN $10 THEN $11 ELSE raw_retention_days END,
       report_addresses = coalesce($12, report_addresses)
     WHERE organization_id = $1 AND id = $2 AND ${isAlive} RETURNING ${domainColumns}`,
    [
      organizationId,
      domainId,
      JSON.stringify(alertRules),
      dnsWatch,
      labels,
      clientReference !== undefined,
      clientReference ?? null,
      retentionDays !== undefined,
      retentionDays ?? null,
      rawRetentionDays !== undefined,
      rawRetentionDays ?? null,
      reportAddresses,
    ],
  );
  return rows.map(toDomain)[0] ?? null;
}
