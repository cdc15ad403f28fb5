import { createEventLog } from "@ruaflow/event-log";
import { createHttpServer } from "@ruaflow/http";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { type App, requireSetting, startParts } from "@ruaflow/runtime";
import { settingsSchema } from "./config.ts";
import { createWebhookDispatcher, toDispatcherOptions } from "./dispatcher.ts";

/** The webhook-dispatcher as its own process. Several may run; they share the deliveries. */
export const webhookDispatcherApp: App<typeof settingsSchema> = {
  name: "webhook-dispatcher",
  description: "delivers events to webhooks: signed, at least once, isolated from one another",
  settings: settingsSchema,
  required: ["DATABASE_URL", "RUAFLOW_SECRETS_KEY"],
  start: (settings, { logger, metrics, tracing }) =>
    startParts(async (started) => {
      const databaseUrl = requireSetting(settings, "DATABASE_URL");
      const secretsKey = requireSetting(settings, "RUAFLOW_SECRETS_KEY");
      const onRetry = (error: Error) => logger.warn({ err: error }, "the event log tries again");
      const metadata = await createMetadataStore({
        url: databaseUrl,
        connectionsMax: settings.DATABASE_CONNECTIONS_MAX,
        secretsKey,
      });
      started.defer(() => metadata.close());
      const log = await createEventLog(settings, { databaseUrl, onRetry });
      started.defer(() => log.close());
      await log.prepare();
      const options = toDispatcherOptions(settings);
      const dispatcher = await createWebhookDispatcher({ ...options, log, metadata, logger, metrics, tracing });
      started.defer(() => dispatcher.stop());
      const server = await createHttpServer({
        logger,
        metrics,
        readiness: { postgres: () => metadata.ping(), log: () => log.ping() },
        bodyBytesMax: 1024,
        info: { title: "Ruaflow webhook-dispatcher", description: "Health and metrics." },
      });
      started.defer(() => server.close());
      const url = await server.listen({ host: settings.RUAFLOW_HOST, port: settings.RUAFLOW_PORT });
      return { name: "webhook-dispatcher", greeting: `webhook-dispatcher is ready: ${url}/readyz\n` };
    }),
};
