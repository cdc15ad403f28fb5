import { createClient } from "@ruaflow/client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { generateReport } from "../support/report-generator.ts";
import { startCollector, type TestCollector } from "./collector.ts";

const DOMAIN = "far.example";

let collector: TestCollector;
let cluster: Cluster;

beforeAll(async () => {
  collector = await startCollector();
  cluster = await startCluster();
  await cluster.run(["domains", "add", DOMAIN]);
}, 120_000);

afterAll(async () => {
  await cluster.stop();
  await collector.stop();
}, 60_000);

test("a trace goes on in another process, which knows its cause from the headers of Kafka", async () => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const [ingest] = await Promise.all([
    cluster.startApp("ingest", environment),
    cluster.startApp("record-writer", environment),
  ]);
  const client = createClient({ baseUrl: ingest.url, key: cluster.key, retries: 0 });
  const report = generateReport({ seed: 1, domain: DOMAIN, begin: 1_790_812_800 });
  await client.reports.upload(Buffer.from([...report.xml()].join("")), { name: "report.xml" });
  const find = (name: string) => collector.spans.find((span) => span.name === name);
  await vi.waitFor(() => expect(find("write report")).toBeDefined(), { timeout: 30_000 });
  await vi.waitFor(() => expect(find("append report")).toBeDefined(), { timeout: 10_000 });
  expect(find("write report")).toMatchObject({
    traceId: find("append report")?.traceId,
    parentSpanId: find("append report")?.spanId,
  });
}, 90_000);
