import { isOwnReportDomain, REPORT_DOMAIN_UNSET } from "@ruaflow/dns";
import type { EventLog } from "@ruaflow/event-log";
import {
  addIdempotency,
  authenticateCallers,
  createHttpServer,
  type HttpServer,
  type RateLimits,
  type ReadinessChecks,
} from "@ruaflow/http";
import type { IpData } from "@ruaflow/ip-data";
import type { AddressList } from "@ruaflow/runtime/addresses";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { createFactsReader } from "@ruaflow/verdicts/facts";
import { registerAlerts } from "./alerts/routes.ts";
import { registerApiKeys } from "./api-keys/routes.ts";
import { BODY_BYTES_MAX } from "./body-limit.ts";
import type { ApiContext } from "./context.ts";
import { registerDocs } from "./docs/routes.ts";
import { registerDomains } from "./domains/routes.ts";
import { registerMe } from "./me/me.ts";
import { openOperator, registerOperator } from "./operator/routes.ts";
import { registerPage } from "./page/routes.ts";
import { createAnswerStates } from "./reports/cache/answer-states.ts";
import { cacheFacts, cacheLookups } from "./reports/cache/cache-facts.ts";
import { cacheRows } from "./reports/cache/cache-rows.ts";
import { createInOneSnapshot } from "./reports/cache/one-snapshot.ts";
import { registerReports } from "./reports/routes.ts";
import { registerSavedViews } from "./saved-views/routes.ts";
import { registerSenders } from "./senders/routes.ts";
import { registerSession } from "./session/routes.ts";
import { registerShareLinks } from "./share-links/routes.ts";
import { isShared, limitToReach } from "./share-links/wall.ts";
import { registerSubmissions } from "./submissions/routes.ts";
import { registerWebhooks } from "./webhooks/routes.ts";

export interface ApiOptions extends Omit<ApiContext, "readFacts" | "inOneSnapshot"> {
  /** Facts about addresses that the table of sources does not have yet. */
  readonly ipData: Pick<IpData, "lookup" | "describe">;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly readiness: ReadinessChecks;
  /** Asked how far its consumers are behind. */
  readonly log: EventLog;
  /** Absent: requests are not limited. */
  readonly rateLimits?: RateLimits | undefined;
  /** Addresses whose `X-Forwarded-For` is trusted. Absent: the header is ignored. */
  readonly trustedProxies?: AddressList;
  /** Largest file of an upload in bytes, for the documentation; absent where another process receives uploads. */
  readonly uploadBytesMax?: number;
  /** For a test of all schemas. */
  readonly compilesSchemasAtOnce?: boolean;
  /** Registers further routes under both prefixes: those of another app in the same process. */
  readonly routes?: readonly ((server: HttpServer) => Promise<void>)[];
}

/**
 * The REST API as a server that does not listen yet: `/api/v1/...` and `/v1/...` are the same handlers. It starts no work of its
 * own: what is deleted here is hidden at once, and its data are removed by the keeper.
 */
export async function createApi(given: ApiOptions): Promise<HttpServer> {
  const states = createAnswerStates(given);
  const options = {
    ...given,
    records: cacheRows(given.records, states),
    readFacts: cacheFacts(createFactsReader({ ...given, ipData: cacheLookups(given.ipData) }), states),
    inOneSnapshot: createInOneSnapshot(states),
  };
  const server = await createHttpServer({
    logger: options.logger,
    metrics: options.metrics,
    readiness: options.readiness,
    bodyBytesMax: BODY_BYTES_MAX,
    trustedProxies: options.trustedProxies,
    compilesSchemasAtOnce: options.compilesSchemasAtOnce,
    readAnswerState: states.ofAnswer,
    info: {
      title: "Ruaflow",
      description:
        "DMARC aggregate reports and what they show. See also: [reading reports](/docs/reports), with periods, filters and caching; [problems](/docs/problems) and how to solve them; [receiving webhooks](/docs/webhooks), with code that verifies signatures; [limits](/docs/limits) of plans, pages, periods and bodies.",
    },
  });
  if (!isOwnReportDomain(options.reportDomain)) options.logger.warn(REPORT_DOMAIN_UNSET);
  admitCallers(server, options);
  addIdempotency(server, options.metadata.tenants);
  server.addHook("onClose", () => options.sender.close());
  const operator = openOperator(options);
  for (const prefix of ["/api/v1", "/v1"]) {
    await server.register(
      async (scope: HttpServer) => {
        if (prefix === "/v1") hideFromOpenApi(scope);
        registerReports(scope, options);
        registerSenders(scope, options);
        registerSubmissions(scope, options);
        registerDomains(scope, options);
        registerWebhooks(scope, options);
        registerAlerts(scope, options);
        registerApiKeys(scope, options);
        registerSavedViews(scope, options);
        registerShareLinks(scope, options);
        registerMe(scope, options);
        registerSession(scope, options);
        registerOperator(scope, operator);
        for (const register of options.routes ?? []) await register(scope);
      },
      { prefix },
    );
  }
  await registerDocs(server, options);
  await registerPage(server);
  return server;
}

/** Keys and sessions, and the walls around sessions that a shared link has made. */
function admitCallers(server: HttpServer, { metadata, rateLimits }: Pick<ApiOptions, "metadata" | "rateLimits">): void {
  const { authenticateKey, findSession } = metadata.tenants;
  authenticateCallers(server, { findKey: authenticateKey, findSession, isShared, rateLimits });
  limitToReach(server, { metadata });
}

/** The second prefix has the same operations and would only double the document. */
function hideFromOpenApi(scope: HttpServer): void {
  scope.addHook("onRoute", (route) => {
    route.schema = { ...route.schema, hide: true };
  });
}
