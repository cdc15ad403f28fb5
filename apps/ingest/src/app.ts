import { addIdempotency, authenticateCallers, createHttpServer } from "@ruaflow/http";
import { toClientOptions } from "@ruaflow/http/settings";
import { type App, requireSetting, startParts } from "@ruaflow/runtime";
import { settingsSchema } from "./config.ts";
import { openIngest } from "./open-ingest.ts";
import { registerIngestRoutes } from "./routes.ts";

/** Ingest as its own process: any number may run, each with its own port and data folder. */
export const ingestApp: App<typeof settingsSchema> = {
  name: "ingest",
  description: "receives reports over HTTP and appends them to the event log",
  settings: settingsSchema,
  required: ["DATABASE_URL"],
  start: (settings, { logger, metrics, tracing }) =>
    startParts(async (started) => {
      const { ingest, metadata, limits, readiness } = await openIngest(settings, {
        databaseUrl: requireSetting(settings, "DATABASE_URL"),
        name: "ingest",
        started,
        logger,
        metrics,
        tracing,
      });
      const { rateLimits, trustedProxies } = toClientOptions(settings);
      const server = await createHttpServer({
        logger,
        metrics,
        readiness,
        bodyBytesMax: limits.bodyBytesMax,
        trustedProxies,
        info: { title: "Ruaflow ingest", description: "Receives DMARC aggregate reports." },
      });
      started.defer(() => server.close());
      const { authenticateKey, findSession } = metadata.tenants;
      authenticateCallers(server, { findKey: authenticateKey, findSession, rateLimits });
      // Answers are encrypted before they are kept. Without the key a repeated upload is processed again, which is
      // harmless.
      if (settings.RUAFLOW_SECRETS_KEY !== undefined) addIdempotency(server, metadata.tenants);
      for (const prefix of ["/api/v1", "/v1"]) {
        const options = { ingest, metadata, bodyBytesMax: limits.bodyBytesMax };
        await server.register((scope) => registerIngestRoutes(scope, options), { prefix });
      }
      const url = await server.listen({ host: settings.RUAFLOW_HOST, port: settings.RUAFLOW_PORT });
      return {
        name: "ingest",
        greeting: `ingest receives uploads at ${url}/api/v1/reports\n`,
      };
    }),
};
