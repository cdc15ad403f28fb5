import type { Database } from "@ruaflow/postgres";
import { lockOrganization } from "../tenants/organizations.ts";
import { pruneSubmissions } from "./domain-submissions.ts";

/** `has-domains`: delete its domains first, which also deletes their reports; `unknown`: there is no such organization. */
export type OrganizationDeletion = "deleted" | "has-domains" | "unknown";

/**
 * Each table that has rows of an organization, apart from those that a domain's deletion empties. The rows that displaced
 * reports have in ClickHouse left with their domains.
 */
const TABLES = [
  "event_listeners",
  "webhooks",
  "events",
  "idempotent_requests",
  "report_days",
  "domain_reports",
  "report_sequences",
  "stored_reports_due",
  "displaced_reports",
  "late_row_checks",
  "reporters",
  "source_positions",
  "sender_overrides",
  "share_links",
  "saved_views",
  "api_keys",
  "verdict_queue",
  "row_changes",
  "answer_versions",
] as const;

/**
 * Deletes an organization without domains: its keys, webhooks and deliveries, events, overrides of senders, and what arrived for it and is
 * about no domain of it. All or nothing.
 */
export function deleteOrganization(database: Database, organizationId: string): Promise<OrganizationDeletion> {
  return database.transaction(async (transaction) => {
    await lockOrganization(transaction, organizationId);
    const [found] = await transaction.query<{ has_domains: boolean }>(
      "SELECT EXISTS (SELECT 1 FROM domains WHERE organization_id = o.id) AS has_domains FROM organizations o WHERE id = $1",
      [organizationId],
    );
    if (found === undefined) return "unknown";
    if (found.has_domains) return "has-domains";
    const arrived = await transaction.query<{ submission_id: string }>(
      "DELETE FROM arrivals WHERE organization_id = $1 RETURNING submission_id",
      [organizationId],
    );
    await pruneSubmissions(transaction, [...new Set(arrived.map(({ submission_id }) => submission_id))]);
    for (const table of TABLES) {
      await transaction.query(`DELETE FROM ${table} WHERE organization_id = $1`, [organizationId]);
    }
    await transaction.query("DELETE FROM organizations WHERE id = $1", [organizationId]);
    return "deleted";
  });
}
