import { createHttpServer } from "@ruaflow/http";
import { openIngest } from "@ruaflow/ingest";
import { type App, requireSetting, startParts } from "@ruaflow/runtime";
import { UsageError } from "@ruaflow/runtime/errors";
import { toAlternatives } from "@ruaflow/runtime/text";
import { createCollector } from "./collector.ts";
import { settingsSchema } from "./config.ts";
import { openSources } from "./open-sources.ts";
import { hasSources, sourceSettings } from "./settings.ts";

/** The collector as its own process. A second one would only repeat work: what it submits again counts once. */
export const collectorApp: App<typeof settingsSchema> = {
  name: "collector",
  description: "fetches reports from IMAP mailboxes, a folder and an S3 bucket",
  settings: settingsSchema,
  required: ["DATABASE_URL"],
  start: (settings, { logger, metrics, tracing }) =>
    startParts(async (started) => {
      const databaseUrl = requireSetting(settings, "DATABASE_URL");
      if (!hasSources(settings)) throw new UsageError(`Set ${toAlternatives(sourceSettings)}.`);
      const opened = await openIngest(settings, { databaseUrl, name: "collector", started, logger, metrics, tracing });
      const { ingest, readiness } = opened;
      const sources = await openSources(settings, logger);
      const everyMs = settings.RUAFLOW_COLLECT_EVERY_MS;
      const collector = createCollector({ ingest, sources, everyMs, logger, metrics });
      started.defer(() => collector.stop());
      const server = await createHttpServer({
        logger,
        metrics,
        readiness,
        bodyBytesMax: 1024,
        info: { title: "Ruaflow collector", description: "Health and metrics." },
      });
      started.defer(() => server.close());
      const url = await server.listen({ host: settings.RUAFLOW_HOST, port: settings.RUAFLOW_PORT });
      return { name: "collector", greeting: `collector fetches from ${sources.length} sources: ${url}/readyz\n` };
    }),
};
