import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Submission } from "@ruaflow/dmarc";
import { toMailbox } from "@ruaflow/dns/claims";
import { type EventLog, reportsTopic } from "@ruaflow/event-log";
import { startTcpProxy, startTestLog, type TcpProxy } from "@ruaflow/event-log/testing";
import { createIngest, type Route, type SubmissionResult, toIngestLimits } from "@ruaflow/ingest";
import { createMetadataStore, type MetadataStore } from "@ruaflow/metadata-store";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { startParts } from "@ruaflow/runtime";
import { OutageError } from "@ruaflow/runtime/errors";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { SMTP_LIMITS, type SmtpLimits } from "../limits.ts";
import { type SmtpReceiver, type SmtpReceiverOptions, startSmtpReceiver } from "../smtp-receiver.ts";

const reportDomain = "in.example";
const MIB = 1024 * 1024;

/** What the receiver submitted, and what became of it. */
export interface Received {
  readonly submission: Submission;
  readonly route: Route;
  readonly result: SubmissionResult;
}

/** The receiver on its own PostgreSQL, which it reaches through a proxy, and a log in memory that can fail. */
export interface TestReceiver {
  readonly receiver: SmtpReceiver;
  readonly port: number;
  readonly metadata: MetadataStore;
  readonly postgres: TcpProxy;
  /** In the order in which they were done. */
  readonly received: readonly Received[];
  /** Submissions in progress, which may outlive their connection. */
  countInProgress(): number;
  setLogDown(isDown: boolean): void;
  countReports(): Promise<number>;
  renderMetrics(): Promise<string>;
  /** A new organization with a verified domain; returns its id and the domain's mailbox. */
  addMailbox(domain: string): Promise<{ readonly organizationId: string; readonly mailbox: string }>;
  /** Stops the real PostgreSQL. */
  stopPostgres(): Promise<void>;
  stop(): Promise<void>;
}

export type TestOptions = Partial<
  Pick<SmtpReceiverOptions, "certificate" | "certificateCheckMs" | "postmaster" | "proxies">
> & {
  readonly limits?: Partial<SmtpLimits>;
  readonly ingestBytesMax?: number;
  readonly ingestLimits?: Partial<ReturnType<typeof toIngestLimits>>;
  readonly dnsServers?: readonly string[];
};

export function startTestReceiver({ limits, dnsServers = [], ...options }: TestOptions = {}): Promise<TestReceiver> {
  return startParts(async (started) => {
    const running = await startMetadataStore();
    let stopPostgres: (() => Promise<void>) | null = running.stop;
    started.defer(async () => stopPostgres?.());
    const direct = new URL(running.url);
    const postgres = await startTcpProxy({ host: direct.hostname, port: Number(direct.port) });
    started.defer(() => postgres.close());
    const metadata = await createMetadataStore({ url: postgres.toUrl(running.url) });
    started.defer(() => metadata.close());
    const { log, setDown } = await createBreakableLog();
    started.defer(() => log.close());
    const folder = await mkdtemp(join(tmpdir(), "ruaflow-smtp-"));
    started.defer(() => rm(folder, { recursive: true }));
    const shared = { logger: createLogger({ app: "smtp-receiver", level: "silent" }), metrics: createMetrics() };
    const ingestSettings = {
      RUAFLOW_UPLOAD_BYTES_MAX: options.ingestBytesMax ?? SMTP_LIMITS.messageBytesMax,
      RUAFLOW_UPLOADS_IN_HAND_BYTES_MAX: 64 * MIB,
      RUAFLOW_ARRIVING_BYTES_MAX: 1024 * MIB,
      RUAFLOW_BYTES_PER_SECOND_MIN: 1024,
      RUAFLOW_UNPROVEN_DOMAIN_BYTES_MAX: 1024 * MIB,
      RUAFLOW_UNPROVEN_DOMAIN_RECORDS_MAX: 1_000_000,
      RUAFLOW_UNPROVEN_NETWORK_BYTES_MAX: 1024 * MIB,
      RUAFLOW_UNPROVEN_NETWORK_RECORDS_MAX: 1_000_000,
    };
    const ingestLimits = { ...toIngestLimits(ingestSettings), ...options.ingestLimits };
    const ingest = createIngest({ ...shared, log, metadata, spoolFolder: folder, limits: ingestLimits, dnsServers });
    started.defer(() => ingest.stop());
    const received: Received[] = [];
    let inProgress = 0;
    const receiver = await startSmtpReceiver({
      ...shared,
      ingest: {
        arrivals: ingest.arrivals,
        async submit(submission, route) {
          inProgress += 1;
          const result = await ingest.submit(submission, route).finally(() => {
            inProgress -= 1;
          });
          received.push({ submission, route, result });
          return result;
        },
      },
      findMailboxes: metadata.domains.findMailboxes,
      host: "127.0.0.1",
      port: 0,
      name: "mx.in.example",
      reportDomain,
      postmaster: null,
      certificate: null,
      proxies: null,
      ...options,
      limits: { ...SMTP_LIMITS, ...limits },
    });
    started.defer(() => receiver.stop());
    return {
      receiver,
      port: receiver.port,
      metadata,
      postgres,
      received,
      countInProgress: () => inProgress,
      setLogDown: setDown,
      countReports: () => countMessages(log),
      renderMetrics: () => shared.metrics.render(),
      async addMailbox(domain) {
        const { id } = await running.store.tenants.createOrganization({ name: domain, plan: "free" });
        const { verified } = await running.store.domains.saveVerifiedDomains(id, [domain]);
        const found = await running.store.domains.readDomain(id, verified[0]?.domainId ?? "");
        const mailbox = toMailbox({ mailboxToken: found?.mailboxToken ?? "", reportDomain });
        return { organizationId: id, mailbox };
      },
      async stopPostgres() {
        const stop = stopPostgres;
        stopPostgres = null;
        await stop?.();
      },
    };
  });
}

async function createBreakableLog(): Promise<{ readonly log: EventLog; readonly setDown: (isDown: boolean) => void }> {
  const inner = await startTestLog({ partitions: 1 });
  await inner.prepare();
  let isDown = false;
  const log: EventLog = {
    ...inner,
    async append(topic, messages) {
      if (isDown) throw new OutageError("The log", new Error("it is stopped by the test"));
      await inner.append(topic, messages);
    },
  };
  return {
    log,
    setDown(down) {
      isDown = down;
    },
  };
}

async function countMessages(log: EventLog): Promise<number> {
  let count = 0;
  for await (const _ of log.readTopic(reportsTopic)) count += 1;
  return count;
}
