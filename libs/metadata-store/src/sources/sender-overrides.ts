import { type Database, type Queryable, toStorableText } from "@ruaflow/postgres";
import { type Page, type PageRequest, readPage } from "@ruaflow/postgres/page";
import { createId } from "../tenants/id.ts";
import { lockOrganization } from "../tenants/organizations.ts";

/** Maximum number of overrides of one organization: all of them are read for each question about senders. */
export const SENDER_OVERRIDES_MAX = 1000;
/** Longest note; longer ones are cut. */
export const OVERRIDE_NOTE_CHARS_MAX = 1000;
export const OVERRIDE_VALUE_CHARS_MAX = 253;

export type OverrideKind = "service" | "source_ip" | "domain";

/** What an organization says about a sender. */
export interface NewSenderOverride {
  readonly kind: OverrideKind;
  /** A service's name; an address or a CIDR range; a lower-case A-label. */
  readonly value: string;
  /** Whether the organization sends mail there. */
  readonly ours: boolean;
  readonly note: string | null;
}

export interface SenderOverride extends NewSenderOverride {
  /** `ovr_` and a unique suffix. */
  readonly id: string;
  readonly createdAt: Date;
  /** Id of the API key. */
  readonly createdBy: string;
}

interface OverrideRow {
  id: string;
  kind: OverrideKind;
  value: string;
  ours: boolean;
  note: string | null;
  created_at: Date;
  created_by: string;
}

const columns = "id, kind, value, ours, note, created_at, created_by";

/** An organization's overrides, oldest first. */
export async function listSenderOverrides(
  database: Queryable,
  organizationId: string,
  request: PageRequest,
): Promise<Page<SenderOverride>> {
  const from = "sender_overrides WHERE organization_id = $1";
  const list = { columns, from, order: "created_at, id", values: [organizationId] };
  const { items, total } = await readPage<OverrideRow>(database, list, request);
  return { items: items.map(toOverride), total };
}

/** All of an organization's overrides, oldest first. */
export async function readSenderOverrides(database: Queryable, organizationId: string): Promise<SenderOverride[]> {
  const { items } = await listSenderOverrides(database, organizationId, { page: 1, perPage: SENDER_OVERRIDES_MAX });
  return [...items];
}

/**
 * - `duplicate`: the organization has one for this value already, in any case
 * - `limit-reached`: it has {@link SENDER_OVERRIDES_MAX}
 */
export type CreateOverrideResult =
  | { readonly kind: "created"; readonly override: SenderOverride }
  | { readonly kind: "duplicate" }
  | { readonly kind: "limit-reached" };

export function createSenderOverride(
  database: Database,
  organizationId: string,
  { kind, value, ours, note, keyId }: NewSenderOverride & { readonly keyId: string },
): Promise<CreateOverrideResult> {
  const texts = [
    toStorableText(value, OVERRIDE_VALUE_CHARS_MAX),
    note && toStorableText(note, OVERRIDE_NOTE_CHARS_MAX),
  ];
  return database.transaction(async (transaction) => {
    await lockOrganization(transaction, organizationId);
    if ((await countOverrides(transaction, organizationId)) >= SENDER_OVERRIDES_MAX) return { kind: "limit-reached" };
    const rows = await transaction.query<OverrideRow>(
      `INSERT INTO sender_overrides (id, organization_id, kind, ours, created_by, value, note)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (organization_id, kind, lower(value)) DO NOTHING RETURNING ${columns}`,
      [createId("ovr"), organizationId, kind, ours, keyId, ...texts],
    );
    const [override] = rows.map(toOverride);
    return override === undefined ? { kind: "duplicate" } : { kind: "created", override };
  });
}

/** False when the organization has no such override. */
export async function deleteSenderOverride(
  database: Queryable,
  organizationId: string,
  overrideId: string,
): Promise<boolean> {
  const rows = await database.query(
    "DELETE FROM sender_overrides WHERE organization_id = $1 AND id = $2 RETURNING id",
    [organizationId, overrideId],
  );
  return rows.length > 0;
}

async function countOverrides(transaction: Queryable, organizationId: string): Promise<number> {
  const [row] = await transaction.query<{ total: number }>(
    "SELECT count(*)::int AS total FROM sender_overrides WHERE organization_id = $1",
    [organizationId],
  );
  return row?.total ?? 0;
}

function toOverride({ created_at: createdAt, created_by: createdBy, ...row }: OverrideRow): SenderOverride {
  return { ...row, createdAt, createdBy };
}
