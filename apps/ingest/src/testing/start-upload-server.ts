import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EventLog, reportsTopic } from "@ruaflow/event-log";
import { createPostgresLog } from "@ruaflow/event-log/drivers";
import { addIdempotency, authenticateCallers, createHttpServer } from "@ruaflow/http";
import { createMetadataStore, type MetadataStore } from "@ruaflow/metadata-store";
import type { Scope } from "@ruaflow/metadata-store/tenants";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import type { ReportMessage } from "@ruaflow/report/message";
import { parseReportMessage } from "@ruaflow/report/message-reader";
import { startParts } from "@ruaflow/runtime";
import { OutageError } from "@ruaflow/runtime/errors";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { createIngest, type Ingest } from "../ingest.ts";
import { type IngestLimits, UNTRUSTED_LIMITS } from "../limits.ts";
import { registerIngestRoutes } from "../routes.ts";

/** The upload route on its own PostgreSQL, which is also the log. Only the test reads the log. */
export interface TestUploadServer {
  readonly url: string;
  /** Of the PostgreSQL, for SQL that the store has no function for. */
  readonly databaseUrl: string;
  readonly metadata: MetadataStore;
  readonly spoolFolder: string;
  /** Receives the server's submissions. */
  readonly ingest: Ingest;
  /** A new organization with a verified domain; returns its id and a key. */
  createOrganization(domain: string): Promise<TestSender>;
  /** Names of the files in the spool folder. */
  listSpool(): Promise<string[]>;
  /** Bytes that clients have sent of uploads that are not done. */
  countArrivingBytes(): Promise<number>;
  /** While true, every append fails as when the log cannot be reached. */
  setLogAway(isAway: boolean): void;
  /** Every report in the log, in the order of its partitions: of the live lane, unless another topic is named. */
  readReports(topic?: string): Promise<ReportMessage[]>;
  stop(): Promise<void>;
}

export interface TestSender {
  readonly id: string;
  readonly key: string;
  createKey(scope: Scope): Promise<string>;
}

/** @param bodyBytesMax limit of one file */
export function startUploadServer(
  bodyBytesMax: number,
  { dnsServers = [], ...others }: Partial<IngestLimits> & { readonly dnsServers?: readonly string[] } = {},
): Promise<TestUploadServer> {
  return startParts(async (started) => {
    const { url: databaseUrl, stop } = await startMetadataStore();
    started.defer(stop);
    const secretsKey = randomBytes(32).toString("base64");
    const metadata = await createMetadataStore({ url: databaseUrl, secretsKey });
    started.defer(() => metadata.close());
    const log = createPostgresLog({ connectionString: databaseUrl, partitions: 2, onRetry: () => undefined });
    started.defer(() => log.close());
    await log.prepare();
    let isLogAway = false;
    const append: typeof log.append = (...args) =>
      isLogAway ? Promise.reject(new OutageError("The event log", new Error("away"))) : log.append(...args);
    const spoolFolder = await mkdtemp(join(tmpdir(), "ruaflow-upload-"));
    started.defer(() => rm(spoolFolder, { recursive: true }));
    const logger = createLogger({ app: "ingest", level: "silent" });
    const metrics = createMetrics();
    const limits = { ...UNTRUSTED_LIMITS, ...others, bodyBytesMax };
    const ingest = createIngest({
      log: { ...log, append },
      metadata,
      logger,
      metrics,
      spoolFolder,
      limits,
      dnsServers,
    });
    started.defer(() => ingest.stop());
    const info = { title: "Test", version: "1", description: "Test" };
    const server = await createHttpServer({
      ...{ logger, metrics, readiness: {}, bodyBytesMax: 1024, info },
      compilesSchemasAtOnce: true,
    });
    started.defer(() => server.close());
    started.defer(async () => server.server.closeAllConnections());
    authenticateCallers(server, { findKey: metadata.tenants.authenticateKey });
    addIdempotency(server, metadata.tenants);
    await server.register((scope) => registerIngestRoutes(scope, { ingest, metadata, bodyBytesMax }), {
      prefix: "/v1",
    });
    const url = await server.listen({ host: "127.0.0.1", port: 0 });
    return {
      url: `${url}/v1/reports`,
      databaseUrl,
      metadata,
      spoolFolder,
      ingest,
      async createOrganization(domain) {
        const { id } = await metadata.tenants.createOrganization({ name: domain, plan: "free" });
        await metadata.domains.saveVerifiedDomains(id, [domain]);
        const createKey = async (scope: Scope) =>
          (await metadata.tenants.createApiKey(id, { name: "test", scopes: [scope] })).key;
        return { id, key: await createKey("ingest:write"), createKey };
      },
      listSpool: () => readdir(spoolFolder),
      async countArrivingBytes() {
        const [, bytes] = /^ruaflow_arriving_bytes (\d+)$/m.exec(await metrics.render()) ?? [];
        return Number(bytes);
      },
      setLogAway(isAway) {
        isLogAway = isAway;
      },
      readReports: (topic = reportsTopic) => readReports(log, topic),
    };
  });
}

async function readReports(log: EventLog, topic: string): Promise<ReportMessage[]> {
  const reports: ReportMessage[] = [];
  for await (const { value } of log.readTopic(topic)) reports.push(parseReportMessage(value));
  return reports;
}
