import { join, resolve } from "node:path";
import { createApi, toApiOptions } from "@ruaflow/api";
import { hasSources } from "@ruaflow/collector/settings";
import { isOwnReportDomain } from "@ruaflow/dns";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { requireFreePort } from "@ruaflow/http";
import { isLoopbackHost } from "@ruaflow/http/sessions";
import { createIngest, type Ingest, toIngestLimits, toMailResolvers } from "@ruaflow/ingest";
import { registerIngestRoutes } from "@ruaflow/ingest/routes";
import { createIpData, type IpData, toIpDataOptions } from "@ruaflow/ip-data";
import { createKeeper, toKeeperOptions } from "@ruaflow/keeper";
import { createRecordWriter, toRecordWriterOptions } from "@ruaflow/record-writer";
import { type AppContext, type Service, startParts } from "@ruaflow/runtime";
import { UsageError } from "@ruaflow/runtime/errors";
import { type SmtpReceiver, startSmtpReceiver, toSmtpOptions } from "@ruaflow/smtp-receiver";
import { createWebhookDispatcher, toDispatcherOptions } from "@ruaflow/webhook-dispatcher";
import { offerClickHouse } from "./clickhouse/access-files.ts";
import { openConfiguredSqlPort } from "./clickhouse/sql-port.ts";
import type { Settings } from "./config.ts";
import { type Engines, startEngines } from "./engines.ts";
import { createSignInToken, ensureFirstOrganization, type FirstOrganization } from "./first-start.ts";
import { offerUrl, toLocalUrl } from "./offered-urls.ts";

/** Short, for the operator waits at the terminal: deliveries still under way then return to the queue. */
const DRAIN_MS = 3000;

export interface EmbeddedService {
  /** Base URL of the API. */
  readonly url: string;
  /** Port that receives mail; `null`: no report domain is set. */
  readonly smtpPort: number | null;
  /** The port of SQL readers; `null`: none is set. */
  readonly sqlUrl: string | null;
  /** Created by the first start; `null` on every later start. */
  readonly first: FirstOrganization | null;
  /** Signs a browser on this machine in once; `null`: others can reach the port, or it is not clear as whom. */
  readonly signInToken: string | null;
  stop(): Promise<void>;
}

const ALWAYS = ["api", "ingest", "record-writer", "webhook-dispatcher", "keeper"];

/** The roles of the service: those of the apps that it stands for. */
export function listRoles(settings: Settings): readonly string[] {
  const smtpReceiver = isOwnReportDomain(settings.RUAFLOW_REPORT_DOMAIN) ? ["smtp-receiver"] : [];
  return [...ALWAYS, ...smtpReceiver, ...(hasSources(settings) ? ["collector"] : [])];
}

/**
 * The whole product in one process: engines, channels, background work and API. Ready for requests, and for mail, when it
 * resolves.
 */
export function startEmbedded(settings: Settings, context: AppContext): Promise<EmbeddedService> {
  return startParts(async (started) => {
    const description = `http://${settings.RUAFLOW_HOST}:${settings.RUAFLOW_PORT}`;
    await refuseSecond(settings);
    await requireFreePorts(settings);
    const engines = await startEngines(settings, { ...context, description });
    started.defer(() => engines.stop());
    const first = await ensureFirstOrganization(engines.metadata);
    const ipData = await createIpData(toIpDataOptions(settings, context.logger));
    started.defer(async () => ipData.close());
    const parts = { ...engines, ...context, ipData, started };
    await startWriting(settings, parts);
    const { clickHouse } = engines;
    const sqlUrl = await openConfiguredSqlPort(settings, clickHouse);
    if (clickHouse !== null) await offerClickHouse(settings.RUAFLOW_DATA_DIR, clickHouse, started);
    const { ingest, smtp } = await startChannels(settings, parts);
    const server = await openServer(settings, { ...parts, ingest, smtp });
    started.defer(() => server.stop());
    await offerUrl(resolve(settings.RUAFLOW_DATA_DIR), { name: "api", url: toLocalUrl(server.url) }, started);
    const signInToken = isLoopbackHost(settings.RUAFLOW_HOST) ? await createSignInToken(engines.metadata) : null;
    return { url: server.url, smtpPort: smtp?.port ?? null, sqlUrl, first, signInToken };
  });
}

interface Parts extends Engines, AppContext {
  readonly ipData: IpData;
  readonly started: AsyncDisposableStack;
}

/** What happens to reports after they are in the log. */
async function startWriting(settings: Settings, { started, ...parts }: Parts): Promise<void> {
  const writer = await createRecordWriter({ ...parts, ...toRecordWriterOptions(settings) });
  started.defer(() => writer.stop());
  const dispatcher = await createWebhookDispatcher({ ...parts, ...toDispatcherOptions(settings), drainMs: DRAIN_MS });
  started.defer(() => dispatcher.stop());
}

/**
 * The ways in, all with one path, by which the keeper releases held reports, too. Mail has somewhere to go only once the operator
 * has named the mailboxes' domain.
 */
async function startChannels(settings: Settings, { started, ...parts }: Parts) {
  const ingest = createIngest({ ...parts, limits: toIngestLimits(settings), dnsServers: toMailResolvers(settings) });
  started.defer(() => ingest.stop());
  const keeper = createKeeper({ ...parts, ...toKeeperOptions(settings), ingest });
  started.defer(() => keeper.stop());
  const { findMailboxes } = parts.metadata.domains;
  const smtp = isOwnReportDomain(settings.RUAFLOW_REPORT_DOMAIN)
    ? await startSmtpReceiver({ ...parts, ...toSmtpOptions(settings), ingest, findMailboxes })
    : null;
  started.defer(async () => smtp?.stop());
  const collector = hasSources(settings) ? await startCollector(settings, { ...parts, ingest }) : null;
  started.defer(async () => collector?.stop());
  return { ingest, smtp };
}

/** Its libraries are loaded only if a source is set. */
async function startCollector(settings: Settings, parts: AppContext & { readonly ingest: Ingest }): Promise<Service> {
  const { createCollector, openSources } = await import("@ruaflow/collector");
  const sources = await openSources(settings, parts.logger);
  return createCollector({ ...parts, sources, everyMs: settings.RUAFLOW_COLLECT_EVERY_MS });
}

/**
 * A second start of the same service is no mistake of a port or a folder, which later refusals would name.
 * @throws {UsageError} that says where it runs
 */
async function refuseSecond({ DATABASE_URL, RUAFLOW_DATA_DIR }: Settings): Promise<void> {
  if (DATABASE_URL !== undefined) return;
  const folder = resolve(RUAFLOW_DATA_DIR);
  // Another user's folder is refused where it is opened.
  const owner = await findRunningOwner(join(folder, "postgres")).catch(() => null);
  if (owner === null || owner.isTemporary) return;
  throw new UsageError(
    `This service is already running: ${owner.description}, process ${owner.pid}, with the data in ${folder}. Nothing was started. Commands such as npx ruaflow import use it. To restart it, stop that process first.`,
  );
}

/** Checked before any engine starts. */
async function requireFreePorts(settings: Settings): Promise<void> {
  const { RUAFLOW_HOST: host, RUAFLOW_PORT, RUAFLOW_SQL_PORT, RUAFLOW_SMTP_HOST, RUAFLOW_SMTP_PORT } = settings;
  await requireFreePort({ host, port: RUAFLOW_PORT, setting: "RUAFLOW_PORT" });
  if (isOwnReportDomain(settings.RUAFLOW_REPORT_DOMAIN)) {
    await requireFreePort({ host: RUAFLOW_SMTP_HOST, port: RUAFLOW_SMTP_PORT, setting: "RUAFLOW_SMTP_PORT" });
  }
  if (RUAFLOW_SQL_PORT === undefined) return;
  await requireFreePort({ host: "127.0.0.1", port: RUAFLOW_SQL_PORT, setting: "RUAFLOW_SQL_PORT" });
}

interface ServerParts extends Omit<Parts, "started"> {
  readonly ingest: Ingest;
  readonly smtp: SmtpReceiver | null;
}

/** API and uploads on one port. */
async function openServer(settings: Settings, { ingest, smtp, ...parts }: ServerParts) {
  const { metadata, records, log } = parts;
  const { bodyBytesMax } = toIngestLimits(settings);
  const server = await createApi({
    ...parts,
    now: () => new Date(),
    ...toApiOptions(settings),
    readiness: {
      postgres: () => metadata.ping(),
      clickhouse: () => records.ping(),
      log: () => log.ping(),
      ...(smtp && { smtp: () => smtp.ping() }),
    },
    uploadBytesMax: bodyBytesMax,
    routes: [(scope) => registerIngestRoutes(scope, { ingest, metadata, bodyBytesMax })],
  });
  const url = await server.listen({ host: settings.RUAFLOW_HOST, port: settings.RUAFLOW_PORT });
  return { url, stop: () => server.close() };
}
