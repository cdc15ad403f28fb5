import { createIpData, toIpDataOptions } from "@ruaflow/ip-data";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { openBodyStores } from "@ruaflow/object-store/bodies";
import { createRecordStore } from "@ruaflow/record-store";
import { type App, requireSetting, startParts } from "@ruaflow/runtime";
import { createApi } from "./api.ts";
import { settingsSchema } from "./config.ts";
import { toApiOptions } from "./from-settings.ts";
import { openUploads } from "./uploads.ts";

/** The API as its own process: any number may run. */
export const apiApp: App<typeof settingsSchema> = {
  name: "api",
  description: "serves the REST API",
  settings: settingsSchema,
  required: ["DATABASE_URL", "CLICKHOUSE_URL", "RUAFLOW_SECRETS_KEY"],
  start: (settings, { logger, metrics, tracing }) =>
    startParts(async (started) => {
      const secretsKey = requireSetting(settings, "RUAFLOW_SECRETS_KEY");
      const databaseUrl = requireSetting(settings, "DATABASE_URL");
      const bodies = openBodyStores(settings);
      const metadata = await createMetadataStore({
        url: databaseUrl,
        connectionsMax: settings.DATABASE_CONNECTIONS_MAX,
        secretsKey,
        bodies,
      });
      started.defer(() => metadata.close());
      const records = await createRecordStore({
        url: requireSetting(settings, "CLICKHOUSE_URL"),
        cluster: settings.CLICKHOUSE_CLUSTER,
      });
      started.defer(() => records.close());
      await records.assertSchema();
      const ipData = await createIpData(toIpDataOptions(settings, logger));
      started.defer(async () => ipData.close());
      const uploads = await openUploads(settings, { databaseUrl, metadata, started, logger, metrics, tracing });
      const server = await createApi({
        metadata,
        records,
        ipData,
        now: () => new Date(),
        ...toApiOptions(settings),
        ...uploads,
        logger,
        metrics,
        readiness: { postgres: () => metadata.ping(), clickhouse: () => records.ping() },
      });
      started.defer(() => server.close());
      const url = await server.listen({ host: settings.RUAFLOW_HOST, port: settings.RUAFLOW_PORT });
      return { name: "api", greeting: `the API listens at ${url}/api/v1/reports\n` };
    }),
};
