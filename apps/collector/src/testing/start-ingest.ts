import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EventLog, LogMessage } from "@ruaflow/event-log";
import { startTestLog } from "@ruaflow/event-log/testing";
import { createIngest, type Ingest, OPERATOR_LIMITS } from "@ruaflow/ingest";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { parseReportMessage } from "@ruaflow/report/message-reader";
import { startParts } from "@ruaflow/runtime";
import { OutageError } from "@ruaflow/runtime/errors";
import { createLogger, type Logger } from "@ruaflow/runtime/logging";
import { noMetrics } from "@ruaflow/runtime/metrics";
import { generateReport } from "../../../../test/support/report-generator.ts";

/** The only verified domain. */
const DOMAIN = "example.com";
const BEGIN = Date.UTC(2026, 9, 1) / 1000;
/** Small, so that tests can exceed it. */
export const BODY_BYTES_MAX = 512 * 1024;

/** The path of submissions on its own PostgreSQL, with a log that tests may make fail. */
export interface TestIngest {
  readonly ingest: Ingest;
  readonly metadata: MetadataStore;
  readonly logger: Logger;
  readonly organizationId: string;
  /** While true, the log cannot be reached. */
  setOutage(isDown: boolean): void;
  /** Ids of the reports of all messages in the log, in order, also of repeated ones. */
  readReportIds(): string[];
  stop(): Promise<void>;
}

export function startIngest(): Promise<TestIngest> {
  return startParts(async (started) => {
    const { store: metadata, stop } = await startMetadataStore();
    started.defer(stop);
    const { id: organizationId } = await metadata.tenants.createOrganization({ name: "Test", plan: "free" });
    await metadata.domains.saveVerifiedDomains(organizationId, [DOMAIN]);
    const spoolFolder = await mkdtemp(join(tmpdir(), "ruaflow-collector-"));
    started.defer(() => rm(spoolFolder, { recursive: true }));
    const inner = await startTestLog({ partitions: 1 });
    started.defer(() => inner.close());
    await inner.prepare();
    let isDown = false;
    const appended: LogMessage[] = [];
    const log: EventLog = {
      ...inner,
      async append(topic, messages) {
        if (isDown) throw new OutageError("The event log", new Error("stopped by the test"));
        await inner.append(topic, messages);
        appended.push(...messages);
      },
    };
    const logger = createLogger({ app: "collector", level: "silent" });
    const limits = { ...OPERATOR_LIMITS, bodyBytesMax: BODY_BYTES_MAX };
    const ingest = createIngest({ log, metadata, logger, metrics: noMetrics, spoolFolder, limits });
    started.defer(() => ingest.stop());
    return {
      ingest,
      metadata,
      logger,
      organizationId,
      setOutage(wanted) {
        isDown = wanted;
      },
      readReportIds: () => appended.map(({ value }) => parseReportMessage(value).reportId),
    };
  });
}

/** A report as XML; each seed is another report. */
export function writeReport(seed: number, domain = DOMAIN): Buffer {
  return Buffer.from([...generateReport({ seed, domain, begin: BEGIN, records: 2 }).xml()].join(""));
}

/** A mail with a report in its attachment. */
export function writeMail(seed: number, domain = DOMAIN): Buffer {
  const head = [
    "From: noreply@reporter.example",
    `Subject: Report Domain: ${domain} Submitter: reporter.example Report-ID: ${seed}`,
    "MIME-Version: 1.0",
    'Content-Type: application/xml; name="report.xml"',
    "Content-Transfer-Encoding: base64",
  ];
  const body = writeReport(seed, domain).toString("base64").replaceAll(/.{76}/g, "$&\r\n");
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}\r\n`);
}
