import { createKeyText } from "./api-key-format.ts";
import type { Queryable } from "./database.ts";

export const scopes = [
  "reports:read",
  "domains:read",
  "domains:write",
  "webhooks:write",
  "ingest:write",
  "keys:admin",
] as const;
export type Scope = (typeof scopes)[number];

export interface ApiKey {
  /** The middle part of the key's text; no secret. */
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** Exact to about a minute. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Never, when absent. */
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

/** Creates a key. `key` is the only time its text is known: the database keeps the SHA-256 of the secret. */
export async function createApiKey(
  database: Queryable,
  organizationId: string,
  newKey: NewApiKey,
): Promise<{ key: string; apiKey: ApiKey }> {
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

/** Every key of an organization, also revoked and expired ones, oldest first. */
export async function listApiKeys(database: Queryable, organizationId: string): Promise<ApiKey[]> {
  const rows = await database.query<ApiKeyRow>(
    `SELECT ${columns} FROM api_keys WHERE organization_id = $1 ORDER BY created_at, id`,
    [organizationId],
  );
  return rows.map(toApiKey);
}

/** False when the organization has no such key. Revoking again keeps the first time. */
export async function revokeApiKey(database: Queryable, organizationId: string, keyId: string): Promise<boolean> {
  const rows = await database.query(
    `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now())
     WHERE organization_id = $1 AND id = $2 RETURNING id`,
    [organizationId, keyId],
  );
  return rows.length > 0;
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
