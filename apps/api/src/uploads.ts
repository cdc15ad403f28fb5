import { openIngestWith } from "@ruaflow/ingest";
import { registerIngestRoutes } from "@ruaflow/ingest/routes";
import type { SettingsOf } from "@ruaflow/runtime/settings";
import { retryUntilDone } from "@ruaflow/runtime/work";
import type { ApiOptions } from "./api.ts";
import type { settingsSchema } from "./config.ts";

type UploadsOptions = Omit<Parameters<typeof openIngestWith>[1], "name">;

/**
 * Uploads at the API's own address, so that clients need one. The log need not be reachable: the API starts and answers
 * without it, and until then refuses uploads as the ingest app does.
 */
export async function openUploads(
  settings: SettingsOf<typeof settingsSchema>,
  options: UploadsOptions,
): Promise<Pick<ApiOptions, "log" | "routes" | "uploadBytesMax">> {
  const { metadata, started, logger } = options;
  const { ingest, log, limits } = await openIngestWith(settings, { ...options, name: "api" });
  const closing = new AbortController();
  retryUntilDone(() => log.prepare(), {
    signal: closing.signal,
    onRetry: (error) => logger.warn({ err: error }, "uploads wait for the event log"),
  }).catch((error: unknown) => {
    if (!closing.signal.aborted) logger.error({ err: error }, "the topics of the event log could not be created");
  });
  // An attempt under way ends with the log, which closes after this.
  started.defer(async () => closing.abort());
  const { bodyBytesMax } = limits;
  return {
    log,
    uploadBytesMax: bodyBytesMax,
    routes: [(scope) => registerIngestRoutes(scope, { ingest, metadata, bodyBytesMax })],
  };
}
