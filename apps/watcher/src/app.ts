import { createHttpServer } from "@ruaflow/http";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { openBodyStores } from "@ruaflow/object-store/bodies";
import { createRecordStore } from "@ruaflow/record-store";
import { type App, requireSetting, startParts } from "@ruaflow/runtime";
import { settingsSchema } from "./config.ts";
import { createWatcher, toWatcherOptions } from "./watcher.ts";

/** The watcher as its own process. Several may run; one works at a time. */
export const watcherApp: App<typeof settingsSchema> = {
  name: "watcher",
  description: "checks the DNS records and the alert rules of domains, and whether rows equal the ledger",
  settings: settingsSchema,
  required: ["DATABASE_URL", "CLICKHOUSE_URL"],
  start: (settings, { logger, metrics }) =>
    startParts(async (started) => {
      const metadata = await createMetadataStore({
        url: requireSetting(settings, "DATABASE_URL"),
        connectionsMax: settings.DATABASE_CONNECTIONS_MAX,
        bodies: openBodyStores(settings),
      });
      started.defer(() => metadata.close());
      const records = await createRecordStore({
        url: requireSetting(settings, "CLICKHOUSE_URL"),
        cluster: settings.CLICKHOUSE_CLUSTER,
      });
      started.defer(() => records.close());
      await records.assertSchema();
      const watcher = createWatcher({ ...toWatcherOptions(settings), metadata, records, logger, metrics });
      started.defer(() => watcher.stop());
      const server = await createHttpServer({
        logger,
        metrics,
        readiness: { postgres: () => metadata.ping(), clickhouse: () => records.ping() },
        bodyBytesMax: 1024,
        info: { title: "Ruaflow watcher", version: "1.0.0", description: "Health and metrics." },
      });
      started.defer(() => server.close());
      const url = await server.listen({ host: settings.RUAFLOW_HOST, port: settings.RUAFLOW_PORT });
      return { name: "watcher", greeting: `watcher is ready: ${url}/readyz\n` };
    }),
};
