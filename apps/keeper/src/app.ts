import { createHttpServer } from "@ruaflow/http";
import { openIngestWith } from "@ruaflow/ingest";
import { createIpData, toIpDataOptions } from "@ruaflow/ip-data";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { openBodyStores } from "@ruaflow/object-store/bodies";
import { createRecordStore } from "@ruaflow/record-store";
import { type App, requireSetting, startParts } from "@ruaflow/runtime";
import { settingsSchema } from "./config.ts";
import { toKeeperOptions } from "./from-settings.ts";
import { createKeeper } from "./keeper.ts";

/** The keeper as its own process. Several may run; they share the work or leave it to one of them. */
export const keeperApp: App<typeof settingsSchema> = {
  name: "keeper",
  description: "does the background work: DNS, alerts, deletions, releases, comparisons, facts of sources",
  settings: settingsSchema,
  required: ["DATABASE_URL", "CLICKHOUSE_URL"],
  start: (settings, context) =>
    startParts(async (started) => {
      const { logger } = context;
      const ipData = await createIpData(toIpDataOptions(settings, logger));
      started.defer(async () => ipData.close());
      const databaseUrl = requireSetting(settings, "DATABASE_URL");
      const metadata = await createMetadataStore({
        url: databaseUrl,
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
      // The log need not be reachable, and its topics are not made here: without it only held reports wait.
      const { ingest } = await openIngestWith(settings, { ...context, databaseUrl, name: "keeper", metadata, started });
      const keeper = createKeeper({ ...context, ...toKeeperOptions(settings), metadata, records, ipData, ingest });
      started.defer(() => keeper.stop());
      const server = await createHttpServer({
        ...context,
        readiness: { postgres: () => metadata.ping(), clickhouse: () => records.ping() },
        bodyBytesMax: 1024,
        info: { title: "Ruaflow keeper", description: "Health and metrics." },
      });
      started.defer(() => server.close());
      const url = await server.listen({ host: settings.RUAFLOW_HOST, port: settings.RUAFLOW_PORT });
      return { name: "keeper", greeting: `keeper is ready: ${url}/readyz\n` };
    }),
};
