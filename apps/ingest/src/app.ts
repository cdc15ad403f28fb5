import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createEventLog } from "@ruaflow/event-log";
import { addIdempotency, authenticateByKey, createHttpServer } from "@ruaflow/http";
import { toClientOptions } from "@ruaflow/http/settings";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { type App, requireSetting, startParts } from "@ruaflow/runtime";
import { settingsSchema } from "./config.ts";
import { createIngest } from "./ingest.ts";
import { startReleases } from "./release-held.ts";
import { toIngestLimits } from "./settings.ts";
import { registerUploads } from "./upload/upload-route.ts";

/** Ingest as its own process: any number may run, each with its own port and data folder. */
export const ingestApp: App<typeof settingsSchema> = {
  name: "ingest",
  description: "receives reports over HTTP and appends them to the event log",
  settings: settingsSchema,
  required: ["DATABASE_URL"],
  start: (settings, { logger, metrics }) =>
    startParts(async (started) => {
      const databaseUrl = requireSetting(settings, "DATABASE_URL");
      const onRetry = (error: Error) => logger.warn({ err: error }, "the event log tries again");
      const spoolFolder = join(resolve(settings.RUAFLOW_DATA_DIR), "spool-ingest");
      await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
      const secretsKey = settings.RUAFLOW_SECRETS_KEY;
      const metadata = await createMetadataStore({ url: databaseUrl, ...(secretsKey !== undefined && { secretsKey }) });
      started.defer(() => metadata.close());
      const log = await createEventLog(settings, { databaseUrl, onRetry });
      started.defer(() => log.close());
      await log.prepare();
      const limits = toIngestLimits(settings);
      const ingest = createIngest({ log, metadata, logger, metrics, spoolFolder, limits });
      started.defer(() => ingest.stop());
      const releases = startReleases({ ingest, metadata, logger });
      started.defer(() => releases.stop());
      const { rateLimits, trustedProxies } = toClientOptions(settings);
      const server = await createHttpServer({
        logger,
        metrics,
        readiness: { postgres: () => metadata.ping(), log: () => log.ping() },
        bodyBytesMax: limits.bodyBytesMax,
        trustedProxies,
        info: { title: "Ruaflow ingest", version: "1.0.0", description: "Receives DMARC aggregate reports." },
      });
      started.defer(() => server.close());
      authenticateByKey(server, metadata.tenants.authenticateKey, rateLimits);
      // Answers are encrypted before they are kept. Without the key a repeated upload is processed again, which is
      // harmless.
      if (secretsKey !== undefined) addIdempotency(server, metadata.tenants);
      for (const prefix of ["/api/v1", "/v1"]) {
        const options = { ingest, bodyBytesMax: limits.bodyBytesMax };
        await server.register((scope) => registerUploads(scope, options), { prefix });
      }
      const url = await server.listen({ host: settings.RUAFLOW_HOST, port: settings.RUAFLOW_PORT });
      return {
        name: "ingest",
        greeting: `ingest receives uploads at ${url}/api/v1/reports\n`,
      };
    }),
};
