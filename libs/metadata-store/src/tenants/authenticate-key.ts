import { timingSafeEqual } from "node:crypto";
import type { Queryable } from "@ruaflow/postgres";
import { LRUCache } from "lru-cache";
import { parseKeyText } from "./api-key-format.ts";
import type { Scope } from "./api-keys.ts";
import type { Plan } from "./organizations.ts";
import type { Reach } from "./reach.ts";
import { createRowCache } from "./row-cache.ts";

/** A valid key: its organization and its permissions. */
export interface AuthenticatedKey {
  readonly keyId: string;
  readonly organizationId: string;
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
  /** Whether its organization counts reports whose sender is not proven. */
  readonly countUnauthenticated: boolean;
  /** Of a shared link; absent: everything of the organization. */
  readonly reach?: Reach;
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

const TOUCHED_KEYS_MAX = 10_000;
const TOUCH_EVERY_MS = 60_000;

/** Stands in for the hash of an unknown key, so that an unknown id takes as long as a wrong secret. */
const noHash = Buffer.alloc(32);

export interface KeyAuthenticator {
  /** `null` when the key is malformed, unknown, wrong, revoked or expired. */
  authenticate(presented: string): Promise<AuthenticatedKey | null>;
  /** For who has proven otherwise that the key is theirs: `null` when it is unknown, revoked or expired. */
  authenticateId(keyId: string): Promise<AuthenticatedKey | null>;
  /** Removes a key from this process's cache at once; other processes follow within 3 s. */
  forget(keyId: string): void;
}

/** @param now clock in epoch milliseconds */
export function createKeyAuthenticator(database: Queryable, now: () => number = Date.now): KeyAuthenticator {
  const keys = createRowCache((keyId) => readKey(database, keyId), now);
  const touchedAtMs = new LRUCache<string, number>({ max: TOUCHED_KEYS_MAX });

  /** Ignores failures: the current request matters more than the time of its key's last use. */
  function touch(keyId: string, row: KeyRow): void {
    const last = Math.max(touchedAtMs.get(keyId) ?? 0, row.last_used_at?.getTime() ?? 0);
    if (now() - last < TOUCH_EVERY_MS) return;
    touchedAtMs.set(keyId, now());
    saveLastUse(database, keyId).catch(() => undefined);
  }

  function use(keyId: string, row: KeyRow | null): AuthenticatedKey | null {
    if (row === null || (row.expires_at !== null && row.expires_at.getTime() <= now())) return null;
    touch(keyId, row);
    const { organization_id: organizationId, plan, scopes, count_unauthenticated: countUnauthenticated } = row;
    return { keyId, organizationId, plan, scopes, countUnauthenticated };
  }

  return {
    async authenticate(presented) {
      const parts = parseKeyText(presented);
      if (parts === null) return null;
      const row = await keys.find(parts.id);
      const isSecretCorrect = timingSafeEqual(parts.secretHash, row?.secret_hash ?? noHash);
      return isSecretCorrect ? use(parts.id, row) : null;
    },
    authenticateId: async (keyId) => use(keyId, await keys.find(keyId)),
    forget: keys.forget,
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
