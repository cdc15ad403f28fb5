import type { Queryable } from "@ruaflow/postgres";
import { createId } from "./id.ts";

/** In ascending order: each plan includes those before it. */
export const plans = ["free", "plus", "protect", "enterprise"] as const;
export type Plan = (typeof plans)[number];

export interface Organization {
  /** `org_` and a unique suffix. */
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly createdAt: Date;
}

interface OrganizationRow {
  id: string;
  name: string;
  plan: Plan;
  created_at: Date;
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

/** Serializes changes that count what an organization has. */
export async function lockOrganization(transaction: Queryable, organizationId: string): Promise<void> {
  await transaction.query("SELECT id FROM organizations WHERE id = $1 FOR NO KEY UPDATE", [organizationId]);
}

function toOrganization(row: OrganizationRow): Organization {
  return { id: row.id, name: row.name, plan: row.plan, createdAt: row.created_at };
}
