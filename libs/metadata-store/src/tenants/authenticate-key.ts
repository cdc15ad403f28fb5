import { timingSafeEqual } from "node:crypto";
import type { Queryable } from "@ruaflow/postgres";
import { LRUCache } from "lru-cache";
import { parseKeyText } from "./api-key-format.ts";
import type { Scope } from "./api-keys.ts";
import type { Plan } from "./organizations.ts";

/** A valid key: its organization and its permissions. */
export interface AuthenticatedKey {
  readonly keyId: string;
  readonly organizationId: string;
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
  /** Whether its organization counts reports whose sender is not proven. */
  readonly countUnauthenticated: boolean;
}

interface KeyRow {
  secret_hash: Buffer;
  organization_id: string;
  plan: Plan;
  scopes: Scope[];
  expires_at: Date | null;
  last_used_at: Date | null;
  count_unauthenticated: boolean;
}

interface CachedKey {
  readonly row: KeyRow;
  readonly readAtMs: number;
}

/** After this time every process knows about a revoked key or a changed plan. */
const CACHE_FOR_MS = 3_000;
/** More would let requests with many keys exhaust memory. */
const CACHED_KEYS_MAX = 10_000;
const TOUCH_EVERY_MS = 60_000;

/** Stands in for the hash of an unknown key, so that an unknown id takes as long as a wrong secret. */
const noHash = Buffer.alloc(32);

export interface KeyAuthenticator {
  /** `null` when the key is malformed, unknown, wrong, revoked or expired. */
  authenticate(presented: string): Promise<AuthenticatedKey | null>;
  /** Removes a key from this process's cache at once; other processes follow within 3 s. */
  forget(keyId: string): void;
}

/** @param now clock in epoch milliseconds */
export function createKeyAuthenticator(database: Queryable, now: () => number = Date.now): KeyAuthenticator {
  const cache = new LRUCache<string, CachedKey>({ max: CACHED_KEYS_MAX });
  const touchedAtMs = new LRUCache<string, number>({ max: CACHED_KEYS_MAX });

  async function find(keyId: string): Promise<KeyRow | null> {
    const cached = cache.get(keyId);
    const readAtMs = now();
    if (cached !== undefined && readAtMs - cached.readAtMs < CACHE_FOR_MS) return cached.row;
    const row = await readKey(database, keyId);
    if (row === null) cache.delete(keyId);
    else cache.set(keyId, { row, readAtMs });
    return row;
  }

  /** Ignores failures: the current request matters more than the time of its key's last use. */
  function touch(keyId: string, row: KeyRow): void {
    const last = Math.max(touchedAtMs.get(keyId) ?? 0, row.last_used_at?.getTime() ?? 0);
    if (now() - last < TOUCH_EVERY_MS) return;
    touchedAtMs.set(keyId, now());
    saveLastUse(database, keyId).catch(() => undefined);
  }

  return {
    async authenticate(presented) {
      const parts = parseKeyText(presented);
      if (parts === null) return null;
      const row = await find(parts.id);
      const isSecretCorrect = timingSafeEqual(parts.secretHash, row?.secret_hash ?? noHash);
      if (row === null || !isSecretCorrect) return null;
      if (row.expires_at !== null && row.expires_at.getTime() <= now()) return null;
      touch(parts.id, row);
      const { organization_id: organizationId, plan, scopes, count_unauthenticated: countUnauthenticated } = row;
      return { keyId: parts.id, organizationId, plan, scopes, countUnauthenticated };
    },
    forget: (keyId) => {
      cache.delete(keyId);
    },
  };
}

async function readKey(database: Queryable, keyId: string): Promise<KeyRow | null> {
  const [row] = await database.query<KeyRow>(
    `SELECT k.secret_hash, k.organization_id, o.plan, o.count_unauthenticated, k.scopes, k.expires_at, k.last_used_at
     FROM api_keys k JOIN organizations o ON o.id = k.organization_id
     WHERE k.id = $1 AND k.revoked_at IS NULL`,
    [keyId],
  );
  return row ?? null;
}

/** At most one update per minute over all processes. */
async function saveLastUse(database: Queryable, keyId: string): Promise<void> {
  await database.query(
    `UPDATE api_keys SET last_used_at = now()
     WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
    [keyId],
  );
}
