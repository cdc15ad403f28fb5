import { createApi } from "@ruaflow/api";
import { createIngest, DOOR_LIMITS, registerUploadDoor } from "@ruaflow/ingest";
import { createIpData } from "@ruaflow/ip-data";
import { createRecordWriter } from "@ruaflow/record-writer";
import { createLogger, createMetrics, type Logger, type Metrics, type Service, stopInOrder } from "@ruaflow/runtime";
import type { Settings } from "./config.ts";
import { type Engines, startEngines } from "./engines.ts";
import { ensureFirstOrganization, type FirstOrganization } from "./first-start.ts";

export interface EmbeddedService extends Service {
  /** Base URL of the API. */
  readonly url: string;
  /** What the first start made; `null` on every later start. */
  readonly first: FirstOrganization | null;
}

export interface EmbeddedOptions {
  readonly settings: Settings;
  /** Called when the service cannot go on; the process must end. */
  readonly onFatal: (error: Error) => void;
}

/** The whole product in one process: engines, ingest, record-writer and API. Ready to answer when it resolves. */
export async function startEmbedded({ settings, onFatal }: EmbeddedOptions): Promise<EmbeddedService> {
  const logger = createLogger({ app: "embedded", level: settings.RUAFLOW_LOG_LEVEL });
  const metrics = createMetrics();
  const description = `http://${settings.RUAFLOW_HOST}:${settings.RUAFLOW_PORT}`;
  const engines = await startEngines({ settings, logger, description, onFatal });
  const stops = [() => engines.stop()];
  try {
    const first = await ensureFirstOrganization(engines.metadata);
    const writer = await createRecordWriter({
      ...engines,
      logger,
      metrics,
      onFatal,
      readBack: settings.RUAFLOW_READ_BACK,
    });
    stops.unshift(() => writer.stop());
    const { url, stop } = await openDoors({ settings, engines, logger, metrics });
    stops.unshift(stop);
    return { name: "ruaflow", url, first, stop: () => stopInOrder(stops) };
  } catch (error) {
    await stopInOrder(stops).catch((failure: unknown) =>
      logger.warn({ err: failure }, "stopping after a failed start"),
    );
    throw error;
  }
}

interface Doors {
  readonly settings: Settings;
  readonly engines: Engines;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** API and upload door on one port. Stopping closes the door first, then waits for what came in through it. */
async function openDoors({ settings, engines, logger, metrics }: Doors) {
  const { metadata, records, log, spoolFolder } = engines;
  const limits = { ...DOOR_LIMITS, bodyBytesMax: settings.RUAFLOW_UPLOAD_BYTES_MAX };
  const ingest = createIngest({ log, metadata, logger, metrics, spoolFolder, limits });
  const server = await createApi({
    metadata,
    records,
    ipData: await createIpData(),
    now: () => new Date(),
    logger,
    metrics,
    readiness: { postgres: () => metadata.ping(), clickhouse: () => records.ping(), log: () => log.ping() },
    doors: [(scope) => registerUploadDoor(scope, { ingest, bodyBytesMax: limits.bodyBytesMax })],
  });
  const url = await server.listen({ host: settings.RUAFLOW_HOST, port: settings.RUAFLOW_PORT });
  return { url, stop: () => stopInOrder([() => server.close(), () => ingest.stop()]) };
}
