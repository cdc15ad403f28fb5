import type { Database, Queryable } from "@ruaflow/postgres";
import type { AuthenticatedKey, KeyAuthenticator } from "../authenticate-key.ts";
import { createRowCache } from "../row-cache.ts";
import { createSessionToken, hashSessionToken } from "./session-token.ts";
import { createShareKeys, type ShareKey } from "./share-keys.ts";
import type { ShareLink } from "./share-links.ts";
import { createSignInLinks } from "./sign-in-links.ts";

/** A session ends when it was not used for so long. */
export const SESSION_IDLE_MS = 12 * 60 * 60 * 1000;
/** From signing in, however much a session is used. */
export const SESSION_DAYS_MAX = 30;
/** Of one key, and of one shared link; beyond them the oldest ends. */
export const SESSIONS_MAX = 100;
/** Use moves a session's end forward at most this often. */
const RENEW_EVERY_MS = 60_000;

export interface NewSession {
  /** The session's secret: the database has only its SHA-256. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** A session made from a shared link, with what it may do. */
export type SharedSession = NewSession & ShareKey;

/** A session that has not ended, and its key, which is valid. */
export interface FoundSession {
  readonly key: AuthenticatedKey;
  readonly expiresAt: Date;
  /** The link that it was made from; `null`: it was made with the key. */
  readonly share: ShareLink | null;
  /** Whether this use moved its end forward. */
  readonly isRenewed: boolean;
}

interface SessionRow {
  key_id: string;
  share_id: string | null;
  expires_at: Date;
  /** The session's end, however much it is used. */
  ends_at: Date;
}

/**
 * Sessions of browsers, each bound to the key that signed in: it ends with the key.
 * @param now clock in epoch milliseconds
 */
export function createSessions(database: Database, keys: KeyAuthenticator, now: () => number = Date.now) {
  const sessions = createRowCache((id) => readSession(database, Buffer.from(id, "base64")), now);
  const shares = createShareKeys(database, keys, now);

  /** Ignores failures: the session then ends earlier. */
  function renew(hash: Buffer, row: SessionRow): boolean {
    const expiresAt = new Date(Math.min(now() + SESSION_IDLE_MS, row.ends_at.getTime()));
    if (expiresAt.getTime() - row.expires_at.getTime() < RENEW_EVERY_MS) return false;
    row.expires_at = expiresAt;
    saveExpiry(database, hash, expiresAt).catch(() => undefined);
    return true;
  }

  /** The key of a session, or the link in its place. */
  async function findOwner({ key_id, share_id }: SessionRow) {
    if (share_id !== null) return shares.findById(share_id);
    const key = await keys.authenticateId(key_id);
    return key && { key, share: null };
  }

  return {
    /** Signs in with a key that was authenticated. */
    async createSession(keyId: string): Promise<NewSession> {
      const token = createSessionToken();
      const expiresAt = await insertSession(database, { token, keyId, share: null, now: new Date(now()) });
      return { token, expiresAt };
    },
    /** Signs in with the secret of a shared link; `null` when it is unknown or has expired, also with its key. */
    async createSharedSession(shareToken: string): Promise<SharedSession | null> {
      const found = await shares.findByToken(shareToken);
      if (found === null) return null;
      const { share } = found;
      const token = createSessionToken();
      const expiresAt = await insertSession(database, { token, keyId: share.keyId, share, now: new Date(now()) });
      return { token, expiresAt, ...found };
    },
    deleteShareLink: shares.delete,
    /** `null` when the session is unknown or has ended, also with its key. Use moves its end forward. */
    async findSession(token: string): Promise<FoundSession | null> {
      const hash = hashSessionToken(token);
      const row = hash && (await sessions.find(hash.toString("base64")));
      if (hash === null || row === null || row.expires_at.getTime() <= now()) return null;
      const found = await findOwner(row);
      if (found === null) return null;
      const isRenewed = renew(hash, row);
      return { ...found, expiresAt: row.expires_at, isRenewed };
    },
    /** Takes effect at once in this process, within 3 s in others. */
    async endSession(token: string): Promise<void> {
      const hash = hashSessionToken(token);
      if (hash === null) return;
      await database.query("DELETE FROM sessions WHERE token_hash = $1", [hash]);
      sessions.forget(hash.toString("base64"));
    },
    ...createSignInLinks(database, keys, now),
    /** Deletes what has ended, and links that have expired. Several processes may run it at once. */
    async sweepSessions(): Promise<void> {
      await database.query("DELETE FROM sessions WHERE expires_at < now()");
      await database.query("DELETE FROM sign_in_links WHERE expires_at < now()");
      await database.query("DELETE FROM share_links WHERE expires_at < now()");
    },
  };
}

interface InsertedSession {
  readonly token: string;
  readonly keyId: string;
  readonly share: Pick<ShareLink, "id" | "expiresAt"> | null;
  readonly now: Date;
}

/** The key's row is locked, so that sign-ins at the same time do not exceed the limit together. */
function insertSession(database: Database, { token, keyId, share, now }: InsertedSession): Promise<Date> {
  return database.transaction(async (transaction) => {
    await transaction.query("SELECT id FROM api_keys WHERE id = $1 FOR NO KEY UPDATE", [keyId]);
    const [row] = await transaction.query<{ expires_at: Date }>(
      `INSERT INTO sessions (token_hash, key_id, created_at, expires_at, share_id)
       SELECT $1, id, $3::timestamptz, least($4::timestamptz, expires_at, $6::timestamptz), $5 FROM api_keys
       WHERE id = $2 RETURNING expires_at`,
      [
        ...[hashSessionToken(token), keyId, now, new Date(now.getTime() + SESSION_IDLE_MS)],
        ...[share?.id ?? null, share?.expiresAt ?? null],
      ],
    );
    if (row === undefined) throw new Error(`there is no key ${keyId}`);
    await transaction.query(
      `DELETE FROM sessions WHERE token_hash IN
         (SELECT token_hash FROM sessions WHERE key_id = $1 AND share_id IS NOT DISTINCT FROM $3
          ORDER BY created_at DESC, token_hash OFFSET $2)`,
      [keyId, SESSIONS_MAX, share?.id ?? null],
    );
    return row.expires_at;
  });
}

async function readSession(database: Queryable, hash: Buffer): Promise<SessionRow | null> {
  const [row] = await database.query<SessionRow & Record<string, unknown>>(
    `SELECT s.key_id, s.share_id, s.expires_at,
       least(s.created_at + $2::int * interval '1 day', k.expires_at, l.expires_at) AS ends_at
     FROM sessions s JOIN api_keys k ON k.id = s.key_id LEFT JOIN share_links l ON l.id = s.share_id
     WHERE s.token_hash = $1`,
    [hash, SESSION_DAYS_MAX],
  );
  return row ?? null;
}

/** Never back: another process may have seen a later use. */
async function saveExpiry(database: Queryable, hash: Buffer, expiresAt: Date): Promise<void> {
  await database.query("UPDATE sessions SET expires_at = $2 WHERE token_hash = $1 AND expires_at < $2", [
    hash,
    expiresAt,
  ]);
}
