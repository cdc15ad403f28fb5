import { type Caller, ProblemError, type RateLimits } from "@ruaflow/http";
import { type RequestSession, toCsrfToken } from "@ruaflow/http/sessions";
import { SHARED_SCOPES, type ShareLink } from "@ruaflow/metadata-store/share-links";
import type { ApiContext } from "../context.ts";
import { toSessionBody } from "./session-schema.ts";

export interface SessionContext extends Pick<ApiContext, "metadata"> {
  /** Absent: requests are not limited. */
  readonly rateLimits?: RateLimits | undefined;
}

type Owner = Pick<Caller, "organizationId" | "keyId">;
type Token = Pick<RequestSession, "token" | "expiresAt">;

/**
 * What the page learns of its session.
 * @param share the link that it was made from; absent: it was made with the owner's key
 * @throws {ProblemError} session_expired when its key or domain was removed since it was read, at most a few seconds ago
 */
export async function describeSession(
  { metadata }: SessionContext,
  { organizationId, keyId }: Owner,
  { token, expiresAt, share = null }: Token & { readonly share?: ShareLink | null },
) {
  const [key, organization, shared] = await Promise.all([
    share === null ? metadata.tenants.readApiKey(organizationId, keyId) : toKey(share),
    metadata.tenants.readOrganization(organizationId),
    share && describeShare(metadata, organizationId, share),
  ]);
  if (key === null || organization === null)
    throw new ProblemError("session_expired", "The session's key was removed.");
  return toSessionBody({ csrfToken: toCsrfToken({ token }), expiresAt, key, share: shared, organization });
}

/** In place of the key, of which the reader of a link learns nothing. */
function toKey({ id, name, expiresAt }: ShareLink) {
  return { id, name, scopes: SHARED_SCOPES, expiresAt };
}

async function describeShare(
  { domains }: SessionContext["metadata"],
  organizationId: string,
  { name, reach }: ShareLink,
) {
  if ("clientReference" in reach) {
    const { clientReference } = reach;
    return { name, domain_id: null, client_reference: clientReference, subject: clientReference };
  }
  const domain = await domains.readDomain(organizationId, reach.domainId);
  if (domain === null) throw new ProblemError("session_expired", "The domain of the shared link was deleted.");
  return { name, domain_id: domain.id, client_reference: null, subject: domain.name };
}
