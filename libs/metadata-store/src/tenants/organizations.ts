import type { Queryable } from "@ruaflow/postgres";
import { createId } from "./id.ts";

/** In ascending order: each plan includes those before it. */
export const plans = ["free", "plus", "protect", "enterprise"] as const;
export type Plan = (typeof plans)[number];

/** Whose proven reports count: all, or only those of reporters that are known or long-standing. */
export const countedReporters = ["proven", "known"] as const;
export type CountedReporters = (typeof countedReporters)[number];

export interface Organization {
  /** `org_` and a unique suffix. */
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly createdAt: Date;
  /** Whether sums, alerts and events include reports whose sender is not proven. */
  readonly countUnauthenticated: boolean;
  readonly countedReporters: CountedReporters;
  /** Addresses, other than the service's, that are right in the rua of all its domains; in lower case. */
  readonly reportAddresses: readonly string[];
}

interface OrganizationRow {
  id: string;
  name: string;
  plan: Plan;
  created_at: Date;
  count_unauthenticated: boolean;
  counted_reporters: CountedReporters;
  report_addresses: string[];
}

export async function createOrganization(
  database: Queryable,
  organization: { readonly name: string; readonly plan: Plan },
): Promise<Organization> {
  const id = createId("org");
  const rows = await database.query<OrganizationRow>(
    "INSERT INTO organizations (id, name, plan) VALUES ($1, $2, $3) RETURNING *",
    [id, organization.name, organization.plan],
  );
  const [created] = rows.map(toOrganization);
  if (created === undefined) throw new Error("INSERT returned no row");
  return created;
}

/** Every organization, oldest first: for the operator, never for a tenant. */
export async function listOrganizations(database: Queryable): Promise<Organization[]> {
  const rows = await database.query<OrganizationRow>("SELECT * FROM organizations ORDER BY created_at, id");
  return rows.map(toOrganization);
}

/** The id of the organization, if there is exactly one. */
export async function findOnlyOrganization(database: Queryable): Promise<string | null> {
  const rows = await database.query<{ id: string }>("SELECT id FROM organizations LIMIT 2");
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

/** `null` for an unknown organization. */
export async function readOrganization(database: Queryable, organizationId: string): Promise<Organization | null> {
  const rows = await database.query<OrganizationRow>("SELECT * FROM organizations WHERE id = $1", [organizationId]);
  return rows.map(toOrganization)[0] ?? null;
}

/**
 * Sets whether sums, alerts and events include reports whose sender is not proven. Takes effect on reading, within 3 s in
 * other processes.
 *
 * @returns null for an unknown organization
 */
export async function setCountUnauthenticated(
  database: Queryable,
  organizationId: string,
  countUnauthenticated: boolean,
): Promise<Organization | null> {
  const rows = await database.query<OrganizationRow>(
    "UPDATE organizations SET count_unauthenticated = $2 WHERE id = $1 RETURNING *",
    [organizationId, countUnauthenticated],
  );
  return rows.map(toOrganization)[0] ?? null;
}

/**
 * Sets whose proven reports count, of those that arrive from now on. What is stored already stays as it is.
 *
 * @returns null for an unknown organization
 */
export async function setCountedReporters(
  database: Queryable,
  organizationId: string,
  counted: CountedReporters,
): Promise<Organization | null> {
  const rows = await database.query<OrganizationRow>(
    "UPDATE organizations SET counted_reporters = $2 WHERE id = $1 RETURNING *",
    [organizationId, counted],
  );
  return rows.map(toOrganization)[0] ?? null;
}

/** Addresses that an organization, or a domain, can accept in a rua besides the service's. */
export const REPORT_ADDRESSES_MAX = 20;

/**
 * Sets which other addresses are right in the rua of the organization's domains. Takes effect at once, without a look at DNS.
 *
 * @param addresses at most 20, in lower case
 * @returns null for an unknown organization
 */
export async function setReportAddresses(
  database: Queryable,
  organizationId: string,
  addresses: readonly string[],
): Promise<Organization | null> {
  const rows = await database.query<OrganizationRow>(
    "UPDATE organizations SET report_addresses = $2 WHERE id = $1 RETURNING *",
    [organizationId, [...new Set(addresses)]],
  );
  return rows.map(toOrganization)[0] ?? null;
}

/** Which of the organizations count reports whose sender is not proven. */
export async function listCountingUnauthenticated(
  database: Queryable,
  organizationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ id: string }>(
    "SELECT id FROM organizations WHERE id = ANY($1) AND count_unauthenticated",
    [organizationIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Serializes changes that count what an organization has. */
export async function lockOrganization(transaction: Queryable, organizationId: string): Promise<void> {
  await transaction.query("SELECT id FROM organizations WHERE id = $1 FOR NO KEY UPDATE", [organizationId]);
}

function toOrganization(row: OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    createdAt: row.created_at,
    countUnauthenticated: row.count_unauthenticated,
    countedReporters: row.counted_reporters,
    reportAddresses: row.report_addresses,
  };
}
