import { join, resolve } from "node:path";
import { createEventLog, type EventLog, type eventLogSettings } from "@ruaflow/event-log";
import { createMetadataStore, type MetadataStore } from "@ruaflow/metadata-store";
import { openBodyStores } from "@ruaflow/object-store/bodies";
import type { AppContext } from "@ruaflow/runtime";
import { createFolder } from "@ruaflow/runtime/folders";
import type { SettingsOf } from "@ruaflow/runtime/settings";
import { createIngest, type Ingest } from "./ingest.ts";
import type { IngestLimits } from "./limits.ts";
import { type ingestSettings, type openIngestSettings, toIngestLimits, toMailResolvers } from "./settings.ts";

type PathSettings = SettingsOf<typeof ingestSettings & typeof eventLogSettings>;

export interface OpenIngestOptions extends Pick<AppContext, "logger" | "metrics" | "tracing"> {
  readonly databaseUrl: string;
  /** Name of the process; its spool folder carries it, so that processes on one machine do not share a folder. */
  readonly name: string;
  /** Receives what must be stopped, in order. */
  readonly started: AsyncDisposableStack;
}

/** Everything that a process needs to take submissions in. */
export interface OpenedIngest {
  readonly ingest: Ingest;
  readonly metadata: MetadataStore;
  readonly log: EventLog;
  readonly limits: IngestLimits;
  /** Checks of `/readyz`. */
  readonly readiness: Readonly<Record<string, () => Promise<void>>>;
}

/** Opens the stores and the path of submissions for a process of its own. */
export async function openIngest(
  settings: SettingsOf<typeof openIngestSettings>,
  options: OpenIngestOptions,
): Promise<OpenedIngest> {
  const { databaseUrl, started } = options;
  const secretsKey = settings.RUAFLOW_SECRETS_KEY;
  const bodies = openBodyStores(settings);
  const metadata = await createMetadataStore({
    url: databaseUrl,
    connectionsMax: settings.DATABASE_CONNECTIONS_MAX,
    bodies,
    ...(secretsKey !== undefined && { secretsKey }),
  });
  started.defer(() => metadata.close());
  const opened = await openIngestWith(settings, { ...options, metadata });
  await opened.log.prepare();
  return opened;
}

/** Opens the path of submissions beside a store that the process has anyway. The log's topics may be missing still. */
export async function openIngestWith(
  settings: PathSettings,
  {
    databaseUrl,
    name,
    metadata,
    started,
    logger,
    ...context
  }: OpenIngestOptions & { readonly metadata: MetadataStore },
): Promise<OpenedIngest> {
  const onRetry = (error: Error) => logger.warn({ err: error }, "the event log tries again");
  const spoolFolder = join(resolve(settings.RUAFLOW_DATA_DIR), `spool-${name}`);
  await createFolder(spoolFolder, 0o700);
  const log = await createEventLog(settings, { databaseUrl, onRetry });
  started.defer(() => log.close());
  const limits = toIngestLimits(settings);
  const dnsServers = toMailResolvers(settings);
  const ingest = createIngest({ ...context, log, metadata, logger, spoolFolder, limits, dnsServers });
  started.defer(() => ingest.stop());
  return { ingest, metadata, log, limits, readiness: { postgres: () => metadata.ping(), log: () => log.ping() } };
}
