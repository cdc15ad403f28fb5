import type { Queryable } from "@ruaflow/postgres";
import { isLive } from "../api-keys.ts";
import type { AuthenticatedKey, KeyAuthenticator } from "../authenticate-key.ts";
import { createLinkToken, hashSessionToken } from "./session-token.ts";

/** A sign-in link that was not used ends then. */
export const SIGN_IN_LINK_MS = 10 * 60 * 1000;

export interface SignInLink {
  /** The link's secret: the database has only its SHA-256. */
  readonly token: string;
  readonly keyId: string;
  readonly expiresAt: Date;
}

/** Links that sign a browser in once, on the machine of the service. */
export function createSignInLinks(database: Queryable, keys: KeyAuthenticator, now: () => number) {
  return {
    /**
     * Creates a link that signs a browser in once, with the given key or the oldest that has the scope `keys:admin`; `null` when the
     * organization has no such key that is valid.
     */
    async createSignInLink(organizationId: string, keyId?: string): Promise<SignInLink | null> {
      const token = createLinkToken();
      const rows = await database.query<{ key_id: string; expires_at: Date }>(
        `INSERT INTO sign_in_links (token_hash, key_id, expires_at)
         SELECT $1, id, $2::timestamptz FROM api_keys
         WHERE organization_id = $3 AND ${isLive} AND (id = $4 OR ($4::text IS NULL AND 'keys:admin' = ANY(scopes)))
         ORDER BY created_at, id LIMIT 1 RETURNING key_id, expires_at`,
        [hashSessionToken(token), new Date(now() + SIGN_IN_LINK_MS), organizationId, keyId ?? null],
      );
      return rows.map(({ key_id, expires_at }) => ({ token, keyId: key_id, expiresAt: expires_at }))[0] ?? null;
    },
    /** The key of a link, which is then used up; `null` when it is unknown, used or old, or its key is not valid. */
    async useSignInLink(token: string): Promise<AuthenticatedKey | null> {
      const [row] = await database.query<{ key_id: string }>(
        "DELETE FROM sign_in_links WHERE token_hash = $1 AND expires_at > $2 RETURNING key_id",
        [hashSessionToken(token), new Date(now())],
      );
      return row === undefined ? null : keys.authenticateId(row.key_id);
    },
  };
}
