import { createAlerts } from "./alerts.ts";
import { createApiKeys, createSession } from "./api-keys.ts";
import { createAttention } from "./attention.ts";
import { createCaller } from "./caller.ts";
import { createDomains } from "./domains.ts";
import { createOperator } from "./operator.ts";
import type { CallOptions } from "./outgoing-request.ts";
import { createReports } from "./reports.ts";
import { createSavedViews } from "./saved-views.ts";
import type { ClientOptions } from "./send.ts";
import { createSenders } from "./senders.ts";
import { createShareLinks } from "./share-links.ts";
import { createSubmissions } from "./submissions.ts";
import { createWebhooks } from "./webhooks.ts";

/**
 * The REST API as typed functions, for Node.js 20 and browsers. Use `for await` to read whole lists. Failed requests are
 * retried where that is safe, after the delay that the service requests. Every error is a `RuaflowError`.
 */
export function createClient(options: ClientOptions) {
  const caller = createCaller(options);
  return {
    reports: createReports(caller),
    senders: createSenders(caller),
    submissions: createSubmissions(caller),
    domains: createDomains(caller),
    webhooks: createWebhooks(caller),
    alerts: createAlerts(caller),
    attention: createAttention(caller),
    apiKeys: createApiKeys(caller),
    savedViews: createSavedViews(caller),
    shareLinks: createShareLinks(caller),
    operator: createOperator(caller),
    session: createSession(caller),
    /** The path and query of an operation, for links of a page on the same origin. */
    toPath: caller.toPath,
    /** The same of its CSV. */
    toCsvPath: caller.toCsvPath,
    /** What the key is that the client uses: scopes, plan, organization, limits. */
    readMe: (options?: CallOptions) => caller.ask("readMe", {}, options),
  };
}

export type Client = ReturnType<typeof createClient>;
