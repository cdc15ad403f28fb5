import { createEventLog } from "@ruaflow/event-log";
import { createHttpServer } from "@ruaflow/http";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { createRecordStore } from "@ruaflow/record-store";
import { type App, requireSetting, startParts } from "@ruaflow/runtime";
import { settingsSchema, toRecordWriterOptions } from "./config.ts";
import { createRecordWriter } from "./record-writer.ts";

/** The record-writer as a separate process. Any number may run; they share the partitions. */
export const recordWriterApp: App<typeof settingsSchema> = {
  name: "record-writer",
  description: "writes the reports of the event log to ClickHouse, exactly once",
  settings: settingsSchema,
  required: ["DATABASE_URL", "CLICKHOUSE_URL"],
  start: (settings, { logger, metrics, tracing, onFatal }) =>
    startParts(async (started) => {
      const databaseUrl = requireSetting(settings, "DATABASE_URL");
      const onRetry = (error: Error) => logger.warn({ err: error }, "the event log tries again");
      const metadata = await createMetadataStore({
        url: databaseUrl,
        connectionsMax: settings.DATABASE_CONNECTIONS_MAX,
      });
      started.defer(() => metadata.close());
      const records = await createRecordStore({
        url: requireSetting(settings, "CLICKHOUSE_URL"),
        cluster: settings.CLICKHOUSE_CLUSTER,
      });
      started.defer(() => records.close());
      await records.assertSchema();
      const log = await createEventLog(settings, { databaseUrl, onRetry });
      started.defer(() => log.close());
      await log.prepare();
      const server = await createHttpServer({
        logger,
        metrics,
        readiness: { postgres: () => metadata.ping(), clickhouse: () => records.ping(), log: () => log.ping() },
        bodyBytesMax: 1024,
        info: { title: "Ruaflow record-writer", description: "Health and metrics." },
      });
      started.defer(() => server.close());
      const url = await server.listen({ host: settings.RUAFLOW_HOST, port: settings.RUAFLOW_PORT });
      // Last, so that a process that fails to start does not disturb the consumer group at each attempt.
      const writer = await createRecordWriter({
        ...toRecordWriterOptions(settings),
        log,
        metadata,
        records,
        logger,
        metrics,
        tracing,
        onFatal,
      });
      started.defer(() => writer.stop());
      return {
        name: "record-writer",
        greeting: `record-writer is ready: ${url}/readyz\n`,
      };
    }),
};
