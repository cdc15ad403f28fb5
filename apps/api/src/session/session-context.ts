import { type Caller, ProblemError, type RateLimits } from "@ruaflow/http";
import { type RequestSession, toCsrfToken } from "@ruaflow/http/sessions";
import type { ApiContext } from "../context.ts";
import { toSessionBody } from "./session-schema.ts";

export interface SessionContext extends Pick<ApiContext, "metadata"> {
  /** Absent: requests are not limited. */
  readonly rateLimits?: RateLimits | undefined;
}

type KeyOwner = Pick<Caller, "organizationId" | "keyId">;

/**
 * What the page learns of its session.
 * @throws {ProblemError} session_expired when its key was removed since it was read, at most a few seconds ago
 */
export async function describeSession(
  { metadata }: SessionContext,
  owner: KeyOwner,
  session: Pick<RequestSession, "token" | "expiresAt">,
) {
  const [key, organization] = await Promise.all([
    metadata.tenants.readApiKey(owner.organizationId, owner.keyId),
    metadata.tenants.readOrganization(owner.organizationId),
  ]);
  if (key === null || organization === null)
    throw new ProblemError("session_expired", "The session's key was removed.");
  return toSessionBody({ csrfToken: toCsrfToken(session), expiresAt: session.expiresAt, key, organization });
}
