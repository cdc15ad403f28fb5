import {
  addIdempotency,
  authenticateByKey,
  createHttpServer,
  type HttpServer,
  type RateLimits,
  type ReadinessChecks,
} from "@ruaflow/http";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { registerAlerts } from "./alerts/routes.ts";
import { registerApiKeys } from "./api-keys/routes.ts";
import { BODY_BYTES_MAX } from "./body-limit.ts";
import type { ApiContext } from "./context.ts";
import { registerDocs } from "./docs/routes.ts";
import { finishDeletions } from "./domains/finish-deletions.ts";
import { isOwnReportDomain, REPORT_DOMAIN_UNSET } from "./domains/report-domain.ts";
import { registerDomains } from "./domains/routes.ts";
import { registerReports } from "./reports/routes.ts";
import { registerSubmissions } from "./submissions/routes.ts";
import { sweepKeptAnswers } from "./sweep.ts";
import { registerWebhooks } from "./webhooks/routes.ts";

export interface ApiOptions extends ApiContext {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly readiness: ReadinessChecks;
  /** Without: nothing is limited. */
  readonly rateLimits?: RateLimits | undefined;
  /** Whose `X-Forwarded-For` is believed; nobody's when absent. */
  readonly trustedProxies?: readonly string[];
  /** Largest file of an upload in bytes, for the documentation; absent where another process takes uploads. */
  readonly uploadBytesMax?: number;
  /** More routes under both path forms, of another app that lives in the same process. */
  readonly doors?: readonly ((server: HttpServer) => Promise<void>)[];
}

/** The REST API as a server that does not listen yet: `/api/v1/...` and `/v1/...` are the same handlers. */
export async function createApi(options: ApiOptions): Promise<HttpServer> {
  const server = await createHttpServer({
    logger: options.logger,
    metrics: options.metrics,
    readiness: options.readiness,
    bodyBytesMax: BODY_BYTES_MAX,
    trustedProxies: options.trustedProxies,
    info: {
      title: "Ruaflow",
      version: "1.0.0",
      description:
        "DMARC aggregate reports and what they tell. [Problems](/docs/problems) and what to do about them; [receiving webhooks](/docs/webhooks), with code that verifies signatures; [limits](/docs/limits) of plans, pages, periods and bodies.",
    },
  });
  if (!isOwnReportDomain(options)) options.logger.warn(REPORT_DOMAIN_UNSET);
  authenticateByKey(server, options.metadata.tenants.authenticateKey, options.rateLimits);
  addIdempotency(server, options.metadata.tenants);
  sweepKeptAnswers(server, options.metadata);
  const deletions = finishDeletions(server, options);
  server.addHook("onClose", () => options.sender.close());
  for (const prefix of ["/api/v1", "/v1"]) {
    await server.register(
      async (scope: HttpServer) => {
        if (prefix === "/v1") hideFromOpenApi(scope);
        registerReports(scope, options);
        registerSubmissions(scope, options);
        registerDomains(scope, { ...options, deletions });
        registerWebhooks(scope, options);
        registerAlerts(scope, options);
        registerApiKeys(scope, options);
        for (const door of options.doors ?? []) await door(scope);
      },
      { prefix },
    );
  }
  await registerDocs(server, options);
  return server;
}

/** The second path form answers the same and would only double the document. */
function hideFromOpenApi(scope: HttpServer): void {
  scope.addHook("onRoute", (route) => {
    route.schema = { ...route.schema, hide: true };
  });
}
