import { startTcpProxy, type TcpProxy } from "@ruaflow/event-log/testing";
import { migrateMetadata } from "@ruaflow/metadata-store";
import { executeSql, startPostgres } from "@ruaflow/metadata-store/testing";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { readSettings } from "@ruaflow/runtime/settings";
import { noTracing } from "@ruaflow/runtime/tracing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { webhookDispatcherApp } from "./app.ts";
import { settingsSchema } from "./config.ts";

const CONNECTIONS_MAX = 3;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let network: TcpProxy;
let service: Awaited<ReturnType<typeof webhookDispatcherApp.start>>;
let url: string;

beforeAll(async () => {
  postgres = await startPostgres();
  await migrateMetadata(postgres.url);
  const database = new URL(postgres.url);
  network = await startTcpProxy({ host: database.hostname, port: Number(database.port) });
  const settings = readSettings(settingsSchema, {
    DATABASE_URL: network.toUrl(postgres.url),
    RUAFLOW_SECRETS_KEY: Buffer.alloc(32, 1).toString("base64"),
    DATABASE_CONNECTIONS_MAX: String(CONNECTIONS_MAX),
    RUAFLOW_PORT: "0",
  });
  const context = {
    logger: createLogger({ app: "webhook-dispatcher", level: "silent" }),
    metrics: createMetrics(),
    tracing: noTracing,
    stopping: new AbortController().signal,
    onFatal(error: Error) {
      throw error;
    },
  };
  service = await webhookDispatcherApp.start(settings, context);
  url = service.greeting.match(/http:\/\/[^/]+/)?.[0] ?? "";
});

afterAll(async () => {
  network.restore();
  await service.stop();
  await network.close();
  await postgres.stop();
});

async function scrape() {
  const startedAt = performance.now();
  const response = await fetch(`${url}/metrics`);
  return { status: response.status, text: await response.text(), durationMs: performance.now() - startedAt };
}

const DELIVERIES = /^ruaflow_webhook_deliveries_pending \d+$/m;

test.each(["cut", "freeze"] as const)(
  "metrics are served while PostgreSQL is away (%s)",
  async (end) => {
    expect((await scrape()).text).toMatch(DELIVERIES);
    network[end]();
    const { status, text, durationMs } = await scrape();
    expect(status).toBe(200);
    expect(durationMs).toBeLessThan(5000);
    expect(text).toContain("process_cpu_seconds_total");
    expect(text).toContain("ruaflow_http_request_duration_seconds_count");
    expect(text).not.toMatch(DELIVERIES);
    expect(text).toMatch(/^ruaflow_metrics_failed_reads_total\{metric="ruaflow_webhook_deliveries_pending"\} [1-9]/m);
    network.restore();
    await expect.poll(async () => (await scrape()).text, { timeout: 40_000 }).toMatch(DELIVERIES);
  },
  60_000,
);

test("the app opens as many connections as DATABASE_CONNECTIONS_MAX allows, and no more", async () => {
  await Promise.all(Array.from({ length: 30 }, () => fetch(`${url}/readyz`)));
  const open = await executeSql(
    postgres.url,
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'ruaflow'",
  );
  expect(open).toHaveLength(CONNECTIONS_MAX);
});
