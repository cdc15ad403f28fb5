import { createApi, toApiOptions } from "@ruaflow/api";
import { requireFreePort } from "@ruaflow/http";
import { createIngest, startReleases, toIngestLimits } from "@ruaflow/ingest";
import { registerIngestRoutes } from "@ruaflow/ingest/routes";
import { createIpData } from "@ruaflow/ip-data";
import { createRecordWriter } from "@ruaflow/record-writer";
import { type AppContext, startParts } from "@ruaflow/runtime";
import { createWatcher, toWatcherOptions } from "@ruaflow/watcher";
import { createWebhookDispatcher, toDispatcherOptions } from "@ruaflow/webhook-dispatcher";
import type { Settings } from "./config.ts";
import { type Engines, startEngines } from "./engines.ts";
import { ensureFirstOrganization, type FirstOrganization } from "./first-start.ts";
import { openConfiguredSqlPort } from "./sql-port.ts";

/** Short, for the operator waits at the terminal: deliveries still under way then return to the queue. */
const DRAIN_MS = 3000;

export interface EmbeddedService {
  /** Base URL of the API. */
  readonly url: string;
  /** Created by the first start; `null` on every later start. */
  readonly first: FirstOrganization | null;
  stop(): Promise<void>;
}

/**
 * The whole product in one process: engines, ingest, record-writer, webhook-dispatcher, watcher and API. Ready for
 * requests when it resolves.
 */
export function startEmbedded(settings: Settings, context: AppContext): Promise<EmbeddedService> {
  return startParts(async (started) => {
    const description = `http://${settings.RUAFLOW_HOST}:${settings.RUAFLOW_PORT}`;
    await requireFreePorts(settings);
    const engines = await startEngines(settings, { ...context, description });
    started.defer(() => engines.stop());
    const first = await ensureFirstOrganization(engines.metadata);
    const writer = await createRecordWriter({ ...engines, ...context });
    started.defer(() => writer.stop());
    const delivery = { ...toDispatcherOptions(settings), drainMs: DRAIN_MS };
    const dispatcher = await createWebhookDispatcher({ ...engines, ...context, ...delivery });
    started.defer(() => dispatcher.stop());
    const watcher = createWatcher({ ...engines, ...context, ...toWatcherOptions(settings) });
    started.defer(() => watcher.stop());
    const sqlPort = await openConfiguredSqlPort(settings);
    started.defer(async () => sqlPort?.close());
    const server = await openServer(settings, engines, context);
    started.defer(() => server.stop());
    return { url: server.url, first };
  });
}

/** Checked before any engine starts. */
async function requireFreePorts({ RUAFLOW_HOST: host, RUAFLOW_PORT, RUAFLOW_SQL_PORT }: Settings): Promise<void> {
  await requireFreePort({ host, port: RUAFLOW_PORT, setting: "RUAFLOW_PORT" });
  if (RUAFLOW_SQL_PORT === undefined) return;
  await requireFreePort({ host: "127.0.0.1", port: RUAFLOW_SQL_PORT, setting: "RUAFLOW_SQL_PORT" });
}

/** API and uploads on one port. Stopping closes the server first, then waits for the accepted submissions. */
async function openServer(settings: Settings, engines: Engines, context: AppContext) {
  const { metadata, records, log } = engines;
  const limits = toIngestLimits(settings);
  const ingest = createIngest({ ...engines, ...context, limits });
  const server = await createApi({
    metadata,
    records,
    ...context,
    ipData: await createIpData(),
    now: () => new Date(),
    ...toApiOptions(settings),
    readiness: { postgres: () => metadata.ping(), clickhouse: () => records.ping(), log: () => log.ping() },
    uploadBytesMax: limits.bodyBytesMax,
    routes: [(scope) => registerIngestRoutes(scope, { ingest, metadata, bodyBytesMax: limits.bodyBytesMax })],
  });
  const url = await server.listen({ host: settings.RUAFLOW_HOST, port: settings.RUAFLOW_PORT });
  const releases = startReleases({ ingest, metadata, logger: context.logger });
  const stop = async () => {
    await server.close();
    await releases.stop();
    await ingest.stop();
  };
  return { url, stop };
}
