import type { Database, Queryable } from "@ruaflow/postgres";
import { type Page, type PageRequest, readPage } from "@ruaflow/postgres/page";
import { createKeyText } from "./api-key-format.ts";
import { lockOrganization } from "./organizations.ts";

/** What a key may do for its organization: any key that manages keys may grant those that it has. */
export const scopes = [
  "reports:read",
  "domains:read",
  "domains:write",
  "webhooks:read",
  "webhooks:write",
  "ingest:write",
  "keys:admin",
] as const;
export type TenantScope = (typeof scopes)[number];

/**
 * Shows the state of the whole service, over all organizations. Only the operator grants it, at the command line: no key can
 * pass it on, not even one that has it, and no default includes it.
 */
export const OPERATOR_SCOPE = "operator";

export type Scope = TenantScope | typeof OPERATOR_SCOPE;

export interface ApiKey {
  /** The middle part of the key's text; not secret. */
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** Accurate to about one minute. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Absent: never. */
  readonly expiresAt?: Date;
}

interface ApiKeyRow {
  id: string;
  name: string;
  scopes: Scope[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

const columns = "id, name, scopes, created_at, expires_at, last_used_at, revoked_at";

/** Condition in SQL. */
export const isLive = "revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())";

/** Maximum number of live keys of one organization: neither revoked nor expired. */
export const LIVE_API_KEYS_MAX = 100;

export interface CreatedApiKey {
  /** Cannot be read again: the database stores only the SHA-256 of the secret. */
  readonly key: string;
  readonly apiKey: ApiKey;
}

/** Creates a key without checking the limit, which does not apply to the operator. */
export async function createApiKey(
  database: Queryable,
  organizationId: string,
  newKey: NewApiKey,
): Promise<CreatedApiKey> {
  const { id, secretHash, key } = createKeyText();
  const rows = await database.query<ApiKeyRow>(
    `INSERT INTO api_keys (id, organization_id, name, secret_hash, scopes, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${columns}`,
    [id, organizationId, newKey.name, secretHash, newKey.scopes, newKey.expiresAt ?? null],
  );
  const [apiKey] = rows.map(toApiKey);
  if (apiKey === undefined) throw new Error("INSERT returned no row");
  return { key, apiKey };
}

/** A key that is created with another key and must not outlive it. */
export interface NewApiKeyByKey {
  readonly name: string;
  readonly scopes: readonly TenantScope[];
  /** Absent: the creator's expiry; `null`: never. */
  readonly expiresAt?: Date | null;
  readonly creatorId: string;
}

/**
 * - `limit-reached`: the organization has the maximum number of live keys
 * - `outlives-creator`: the new key would expire after the key that creates it
 */
export type CreateApiKeyResult =
  | ({ readonly kind: "created" } & CreatedApiKey)
  | { readonly kind: "limit-reached" }
  | { readonly kind: "outlives-creator"; readonly creatorExpiresAt: Date };

/**
 * Creates a key within the limits of its organization and of its creator.
 * @throws {Error} when the organization has no key `creatorId`
 */
export async function createApiKeyWithin(
  database: Database,
  organizationId: string,
  { creatorId, expiresAt, ...newKey }: NewApiKeyByKey,
): Promise<CreateApiKeyResult> {
  const wantedScopes: readonly string[] = newKey.scopes;
  if (wantedScopes.includes(OPERATOR_SCOPE)) throw new Error("no key can grant the scope operator");
  return database.transaction(async (transaction) => {
    await lockOrganization(transaction, organizationId);
    const creatorExpiresAt = await readExpiry(transaction, organizationId, creatorId);
    const wanted = expiresAt === undefined ? creatorExpiresAt : expiresAt;
    if (creatorExpiresAt !== null && (wanted === null || wanted > creatorExpiresAt)) {
      return { kind: "outlives-creator", creatorExpiresAt };
    }
    const live = await countLiveApiKeys(transaction, organizationId);
    if (live >= LIVE_API_KEYS_MAX) return { kind: "limit-reached" };
    const created = await createApiKey(transaction, organizationId, {
      ...newKey,
      ...(wanted && { expiresAt: wanted }),
    });
    return { kind: "created", ...created };
  });
}

async function readExpiry(transaction: Queryable, organizationId: string, keyId: string): Promise<Date | null> {
  const [row] = await transaction.query<{ expires_at: Date | null }>(
    "SELECT expires_at FROM api_keys WHERE organization_id = $1 AND id = $2",
    [organizationId, keyId],
  );
  if (row === undefined) throw new Error(`the organization ${organizationId} has no key ${keyId}`);
  return row.expires_at;
}

async function countLiveApiKeys(transaction: Queryable, organizationId: string): Promise<number> {
  const [row] = await transaction.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM api_keys WHERE organization_id = $1 AND ${isLive}`,
    [organizationId],
  );
  return row?.total ?? 0;
}

/** `null` when the organization has no such key. */
export async function readApiKey(database: Queryable, organizationId: string, keyId: string): Promise<ApiKey | null> {
  const rows = await database.query<ApiKeyRow>(
    `SELECT ${columns} FROM api_keys WHERE organization_id = $1 AND id = $2`,
    [organizationId, keyId],
  );
  return rows.map(toApiKey)[0] ?? null;
}

/** An organization's keys, including revoked and expired ones, oldest first. */
export async function listApiKeys(
  database: Queryable,
  organizationId: string,
  request: PageRequest,
): Promise<Page<ApiKey>> {
  const list = {
    columns,
    from: "api_keys WHERE organization_id = $1",
    order: "created_at, id",
    values: [organizationId],
  };
  const { items, total } = await readPage<ApiKeyRow>(database, list, request);
  return { items: items.map(toApiKey), total };
}

/**
 * - `revoked`: now or earlier; a second call keeps the first time
 * - `unknown`: the organization has no such key
 * - `last-admin`: it is the only live key with the scope `keys:admin`, and without it no further key could be created
 */
export type RevokeResult = "revoked" | "unknown" | "last-admin";

export function revokeApiKey(database: Database, organizationId: string, keyId: string): Promise<RevokeResult> {
  return database.transaction(async (transaction) => {
    await lockOrganization(transaction, organizationId);
    if (await isLastAdmin(transaction, organizationId, keyId)) return "last-admin";
    const rows = await transaction.query(
      `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now())
       WHERE organization_id = $1 AND id = $2 RETURNING id`,
      [organizationId, keyId],
    );
    return rows.length > 0 ? "revoked" : "unknown";
  });
}

async function isLastAdmin(transaction: Queryable, organizationId: string, keyId: string): Promise<boolean> {
  const admins = await transaction.query<{ id: string }>(
    `SELECT id FROM api_keys WHERE organization_id = $1 AND 'keys:admin' = ANY(scopes) AND ${isLive} LIMIT 2`,
    [organizationId],
  );
  return admins.length === 1 && admins[0]?.id === keyId;
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
