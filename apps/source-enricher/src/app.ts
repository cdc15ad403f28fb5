import { createHttpServer } from "@ruaflow/http";
import { createIpData, toIpDataOptions } from "@ruaflow/ip-data";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { createRecordStore } from "@ruaflow/record-store";
import { type App, requireSetting, startParts } from "@ruaflow/runtime";
import { settingsSchema } from "./config.ts";
import { createSourceEnricher, toSourceEnricherOptions } from "./source-enricher.ts";

/** The source-enricher as its own process: any number may run. */
export const sourceEnricherApp: App<typeof settingsSchema> = {
  name: "source-enricher",
  description: "finds names, owners and countries of source addresses",
  settings: settingsSchema,
  required: ["DATABASE_URL", "CLICKHOUSE_URL"],
  start: (settings, context) =>
    startParts(async (started) => {
      const databaseUrl = requireSetting(settings, "DATABASE_URL");
      const clickHouseUrl = requireSetting(settings, "CLICKHOUSE_URL");
      const ipData = await createIpData(toIpDataOptions(settings, context.logger));
      started.defer(async () => ipData.close());
      const metadata = await createMetadataStore({
        url: databaseUrl,
        connectionsMax: settings.DATABASE_CONNECTIONS_MAX,
      });
      started.defer(() => metadata.close());
      const records = await createRecordStore({ url: clickHouseUrl, cluster: settings.CLICKHOUSE_CLUSTER });
      started.defer(() => records.close());
      await records.assertSchema();
      const options = toSourceEnricherOptions(settings);
      const enricher = createSourceEnricher({ ...options, ...context, metadata, records, ipData });
      started.defer(() => enricher.stop());
      const server = await createHttpServer({
        ...context,
        readiness: { postgres: () => metadata.ping(), clickhouse: () => records.ping() },
        bodyBytesMax: 1024,
        info: { title: "Ruaflow source-enricher", version: "1.0.0", description: "Health and metrics." },
      });
      started.defer(() => server.close());
      const url = await server.listen({ host: settings.RUAFLOW_HOST, port: settings.RUAFLOW_PORT });
      return { name: "source-enricher", greeting: `source-enricher is ready: ${url}/readyz\n` };
    }),
};
