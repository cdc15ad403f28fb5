import type { Queryable } from "@ruaflow/postgres";
import type { AuthenticatedKey, KeyAuthenticator } from "../authenticate-key.ts";
import { createRowCache } from "../row-cache.ts";
import { deleteShareLink, findShareLink, readShareLink, SHARED_SCOPES, type ShareLink } from "./share-links.ts";

/** A link that is valid, and what its reader may do in place of its key. */
export interface ShareKey {
  readonly share: ShareLink;
  readonly key: AuthenticatedKey;
}

/** Shared links as keys: fewer scopes, a reach, and nothing that says which key made them. */
export function createShareKeys(database: Queryable, keys: KeyAuthenticator, now: () => number) {
  const shares = createRowCache((id) => readShareLink(database, id), now);

  /** `null` when the link has expired, also with its key. */
  async function authenticate(share: ShareLink | null): Promise<ShareKey | null> {
    if (share === null || share.expiresAt.getTime() <= now()) return null;
    const key = await keys.authenticateId(share.keyId);
    return key && { share, key: { ...key, keyId: share.id, scopes: SHARED_SCOPES, reach: share.reach } };
  }

  return {
    findByToken: async (token: string) => authenticate(await findShareLink(database, token)),
    /** At most 3 s old. */
    findById: async (shareId: string) => authenticate(await shares.find(shareId)),
    /** Takes effect at once in this process, within 3 s in others. */
    async delete(organizationId: string, shareId: string): Promise<boolean> {
      const isDeleted = await deleteShareLink(database, organizationId, shareId);
      if (isDeleted) shares.forget(shareId);
      return isDeleted;
    },
  };
}
