import { type Database, type Queryable, toStorableText } from "@ruaflow/postgres";
import { type Page, type PageRequest, readPage } from "@ruaflow/postgres/page";
import { createId } from "../id.ts";
import { lockOrganization } from "../organizations.ts";
import type { Reach } from "../reach.ts";
import { createSessionToken, hashSessionToken } from "./session-token.ts";

/** Live links of one organization. */
export const SHARE_LINKS_MAX = 1000;
export const SHARE_NAME_CHARS_MAX = 100;
/** What a link may do, whatever its key may do. */
export const SHARED_SCOPES = ["reports:read"] as const;

export interface ShareLink {
  /** `shr_` and a unique suffix; not secret. */
  readonly id: string;
  readonly name: string;
  readonly reach: Reach;
  /** The key that created it, and with which it ends. */
  readonly keyId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface NewShareLink {
  readonly name: string;
  readonly reach: Reach;
  readonly keyId: string;
  readonly expiresAt: Date;
  readonly now: Date;
}

export type CreateShareResult =
  | { readonly kind: "created"; readonly link: ShareLink; readonly token: string }
  | { readonly kind: "limit-reached" }
  /** The organization has no such domain, or no domain of the client. */
  | { readonly kind: "unknown" };

interface ShareRow {
  id: string;
  name: string;
  domain_id: string | null;
  client_reference: string | null;
  key_id: string;
  created_at: Date;
  expires_at: Date;
}

const columns = "id, name, domain_id, client_reference, key_id, created_at, expires_at";

/** Creates a link; its secret is returned only here. It ends with its key, at the latest. */
export function createShareLink(
  database: Database,
  organizationId: string,
  { name, reach, keyId, expiresAt, now }: NewShareLink,
): Promise<CreateShareResult> {
  const token = createSessionToken();
  const [domainId, client] = "domainId" in reach ? [reach.domainId, null] : [null, reach.clientReference];
  return database.transaction(async (transaction) => {
    await lockOrganization(transaction, organizationId);
    if ((await countLiveLinks(transaction, organizationId, now)) >= SHARE_LINKS_MAX) return { kind: "limit-reached" };
    const rows = await transaction.query<ShareRow & Record<string, unknown>>(
      `INSERT INTO share_links
         (id, organization_id, key_id, token_hash, name, domain_id, client_reference, created_at, expires_at)
       SELECT $1, $2, k.id, $4, $5, $6, $7, $8::timestamptz, least($9::timestamptz, k.expires_at) FROM api_keys k
       WHERE k.id = $3 AND k.organization_id = $2
         AND EXISTS (SELECT 1 FROM domains WHERE organization_id = $2 AND (id = $6 OR client_reference = $7))
       RETURNING ${columns}`,
      [
        ...[createId("shr", now), organizationId, keyId, hashSessionToken(token)],
        ...[toStorableText(name, SHARE_NAME_CHARS_MAX), domainId, client, now, expiresAt],
      ],
    );
    const [row] = rows;
    return row === undefined ? { kind: "unknown" } : { kind: "created", link: toShareLink(row), token };
  });
}

async function countLiveLinks(transaction: Queryable, organizationId: string, now: Date): Promise<number> {
  const [row] = await transaction.query<{ total: number }>(
    "SELECT count(*)::int AS total FROM share_links WHERE organization_id = $1 AND expires_at > $2",
    [organizationId, now],
  );
  return row?.total ?? 0;
}

/** The live links of an organization, newest first. */
export async function listShareLinks(
  database: Queryable,
  organizationId: string,
  { now, ...request }: PageRequest & { readonly now: Date },
): Promise<Page<ShareLink>> {
  const list = {
    columns,
    from: "share_links WHERE organization_id = $1 AND expires_at > $2",
    order: "created_at DESC, id",
    values: [organizationId, now],
  };
  const { items, total } = await readPage<ShareRow & Record<string, unknown>>(database, list, request);
  return { items: items.map(toShareLink), total };
}

/** Deletes a link with its sessions; false when the organization has no such link. */
export async function deleteShareLink(database: Queryable, organizationId: string, shareId: string): Promise<boolean> {
  const rows = await database.query("DELETE FROM share_links WHERE organization_id = $1 AND id = $2 RETURNING id", [
    organizationId,
    shareId,
  ]);
  return rows.length > 0;
}

/** The link with this secret; `null` for an unknown one. It may have expired. */
export async function findShareLink(database: Queryable, token: string): Promise<ShareLink | null> {
  const rows = await database.query<ShareRow & Record<string, unknown>>(
    `SELECT ${columns} FROM share_links WHERE token_hash = $1`,
    [hashSessionToken(token)],
  );
  return rows.map(toShareLink)[0] ?? null;
}

/** `null` for an unknown id. The link may have expired. */
export async function readShareLink(database: Queryable, shareId: string): Promise<ShareLink | null> {
  const rows = await database.query<ShareRow & Record<string, unknown>>(
    `SELECT ${columns} FROM share_links WHERE id = $1`,
    [shareId],
  );
  return rows.map(toShareLink)[0] ?? null;
}

function toShareLink(row: ShareRow): ShareLink {
  const { id, name, domain_id: domainId, client_reference: client } = row;
  const reach = domainId === null ? { clientReference: client ?? "" } : { domainId };
  return { id, name, reach, keyId: row.key_id, createdAt: row.created_at, expiresAt: row.expires_at };
}
