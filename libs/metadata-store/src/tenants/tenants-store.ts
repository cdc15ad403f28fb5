import type { Database } from "@ruaflow/postgres";
import { bindTo } from "@ruaflow/runtime/bind";
import {
  createApiKey,
  createApiKeyWithin,
  listApiKeys,
  type RevokeResult,
  readApiKey,
  revokeApiKey,
} from "./api-keys.ts";
import { createKeyAuthenticator } from "./authenticate-key.ts";
import { createIdempotency } from "./idempotency.ts";
import {
  createOrganization,
  findOnlyOrganization,
  listCountingUnauthenticated,
  listOrganizations,
  readOrganization,
  setCountedReporters,
  setCountUnauthenticated,
  setReportAddresses,
} from "./organizations.ts";
import { createSavedView, deleteSavedView, listSavedViews, renameSavedView } from "./saved-views.ts";
import type { SecretBox } from "./secret-box.ts";
import { createSessions } from "./sessions/sessions.ts";
import { createShareLink, listShareLinks } from "./sessions/share-links.ts";

/** Organizations, their API keys and sessions, and the stored responses to repeated requests. */
export type TenantsStore = ReturnType<typeof createTenantsStore>;

export function createTenantsStore(database: Database, box: SecretBox) {
  const bind = bindTo(database);
  const authenticator = createKeyAuthenticator(database);
  return {
    createOrganization: bind(createOrganization),
    listOrganizations: bind(listOrganizations),
    findOnlyOrganization: bind(findOnlyOrganization),
    readOrganization: bind(readOrganization),
    setCountUnauthenticated: bind(setCountUnauthenticated),
    setCountedReporters: bind(setCountedReporters),
    setReportAddresses: bind(setReportAddresses),
    listCountingUnauthenticated: bind(listCountingUnauthenticated),

    createApiKey: bind(createApiKey),
    listApiKeys: bind(listApiKeys),
    readApiKey: bind(readApiKey),
    createApiKeyWithin: bind(createApiKeyWithin),
    authenticateKey: authenticator.authenticate,
    /** Takes effect at once in this process, within 3 s in others. */
    async revokeApiKey(organizationId: string, keyId: string): Promise<RevokeResult> {
      const result = await revokeApiKey(database, organizationId, keyId);
      authenticator.forget(keyId);
      return result;
    },

    listSavedViews: bind(listSavedViews),
    createSavedView: bind(createSavedView),
    renameSavedView: bind(renameSavedView),
    deleteSavedView: bind(deleteSavedView),

    createShareLink: bind(createShareLink),
    listShareLinks: bind(listShareLinks),
    ...createSessions(database, authenticator),
    ...createIdempotency(database, box),
  };
}
