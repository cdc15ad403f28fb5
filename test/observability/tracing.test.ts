import { createHash } from "node:crypto";
import { createClient } from "@ruaflow/client";
import { createTestCertificates } from "@ruaflow/runtime/testing";
import { type Receiver, startReceiver } from "@ruaflow/webhooks/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { generateReport } from "../support/report-generator.ts";
import { type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";
import { upload } from "../support/upload.ts";
import { type ReceivedSpan, startCollector, type TestCollector } from "./collector.ts";
import { collectLog, type LogLine } from "./log-lines.ts";

const DOMAIN = "traced.example";
const certificates = createTestCertificates();
const dataDir = createMigratedDataDir();
let collector: TestCollector;
let receiver: Receiver;
let service: RunningService;
let log: readonly LogLine[];

beforeAll(async () => {
  collector = await startCollector();
  receiver = await startReceiver({ certificates });
  service = await startService(dataDir, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    RUAFLOW_LOG_LEVEL: "debug",
    RUAFLOW_WEBHOOK_RANGES: "127.0.0.0/8",
    RUAFLOW_WEBHOOK_CA: certificates.ca,
  });
  log = collectLog(service.child);
  await runOrThrow(["domains", "add", DOMAIN], { RUAFLOW_DATA_DIR: dataDir });
  const client = createClient({ baseUrl: service.url, key: service.key ?? "", retries: 0 });
  await client.webhooks.create({ url: `${receiver.url}/hook`, events: ["report.received"] });
}, 60_000);

afterAll(async () => {
  await service.stop();
  await collector.stop();
  await receiver.stop();
  await removeDataDir(dataDir);
});

async function send(seed: number) {
  const report = generateReport({ seed, domain: DOMAIN, begin: 1_790_812_800 });
  const [entry] = await upload(service, service.key ?? "", { name: "report.xml", body: [...report.xml()].join("") });
  return { submissionId: entry?.submission_id ?? "", reportId: entry?.report_id ?? "" };
}

const toTraceId = (submissionId: string) => createHash("sha256").update(submissionId).digest("hex").slice(0, 32);
const readAttribute = ({ attributes }: ReceivedSpan, key: string) =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];

test("a report has one trace from the upload through the log and the rows to the webhook", async () => {
  const [first, second] = [await send(1), await send(2)];
  for (const { submissionId, reportId } of [first, second]) {
    const traceId = toTraceId(submissionId);
    const findSpans = () => collector.spans.filter((span) => span.traceId === traceId);
    await vi.waitFor(() => expect(findSpans()).toHaveLength(4), { timeout: 20_000 });
    const spans = new Map(findSpans().map((span) => [span.name, span]));
    const path = ["receive submission", "append report", "write report", "deliver event"].map((name) =>
      spans.get(name),
    );
    expect(path.map((span) => span?.parentSpanId)).toEqual([
      undefined,
      ...path.slice(0, 3).map((span) => span?.spanId),
    ]);
    expect(path.slice(1, 3).map((span) => span && readAttribute(span, "ruaflow.report_id"))).toEqual([
      reportId,
      reportId,
    ]);
    const starts = path.map((span) => BigInt(span?.startTimeUnixNano ?? 0));
    expect(starts).toEqual(starts.toSorted((a, b) => Number(a - b)));
    for (const span of path) expect(BigInt(span?.endTimeUnixNano ?? 0)).toBeGreaterThan(0n);
  }
});

test("the lines of the log name the trace", async () => {
  const { submissionId, reportId } = await send(3);
  const find = (msg: string) => log.filter((line) => line.msg === msg && line.reportId === reportId);
  await vi.waitFor(() => expect(find("webhook attempt")).toHaveLength(1), { timeout: 20_000 });
  for (const msg of ["report received", "report written", "webhook attempt"]) {
    expect(find(msg)).toMatchObject([{ traceId: toTraceId(submissionId) }]);
  }
});
