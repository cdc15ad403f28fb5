import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { readSettings } from "@ruaflow/runtime/settings";
import { noTracing } from "@ruaflow/runtime/tracing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestApp } from "./app.ts";
import { settingsSchema } from "./config.ts";
import { writeReport } from "./testing/write-report.ts";

let postgres: Awaited<ReturnType<typeof startMetadataStore>>;
let folder: string;
let service: Awaited<ReturnType<typeof ingestApp.start>>;
let url: string;

beforeAll(async () => {
  postgres = await startMetadataStore();
  folder = await mkdtemp(join(tmpdir(), "ruaflow-ingest-"));
  const settings = readSettings(settingsSchema, {
    DATABASE_URL: postgres.url,
    RUAFLOW_SECRETS_KEY: Buffer.alloc(32, 1).toString("base64"),
    RUAFLOW_PORT: "0",
    RUAFLOW_DATA_DIR: folder,
    RUAFLOW_TRUSTED_PROXIES: "127.0.0.1",
  });
  const onFatal = (error: Error) => {
    throw error;
  };
  const logger = createLogger({ app: "ingest", level: "silent" });
  const stopping = new AbortController().signal;
  service = await ingestApp.start(settings, {
    logger,
    metrics: createMetrics(),
    tracing: noTracing,
    stopping,
    onFatal,
  });
  url = service.greeting?.match(/http\S+/)?.[0] ?? "";
});

afterAll(async () => {
  await service.stop();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

async function createKey(): Promise<string> {
  const { id } = await postgres.store.tenants.createOrganization({ name: "Test", plan: "free" });
  return (await postgres.store.tenants.createApiKey(id, { name: "test", scopes: ["ingest:write"] })).key;
}

function upload(key: string, headers: Readonly<Record<string, string>> = {}, body = "") {
  return fetch(url, { method: "POST", headers: { authorization: `Bearer ${key}`, ...headers }, body });
}

test("as its own process, ingest limits uploads by plan as the API does", async () => {
  const key = await createKey();
  const first = await upload(key);
  expect([first.status, first.headers.get("ratelimit-policy")]).toEqual([202, '"requests";q=120;w=60']);
  for (let count = 1; count < 120; count += 1) await upload(key);
  const refused = await upload(key);
  expect([refused.status, refused.headers.has("retry-after")]).toEqual([429, true]);
});

test("as its own process, ingest keeps answers by Idempotency-Key as the API does", async () => {
  const key = await createKey();
  const body = writeReport("example.com").toString();
  const [first, again] = [
    await upload(key, { "idempotency-key": "one" }, body),
    await upload(key, { "idempotency-key": "one" }, body),
  ];
  expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([202, null]);
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([202, "true"]);
  expect(await again.text()).toBe(await first.text());
});

test("as its own process, ingest counts invalid keys by the client address from a trusted proxy", async () => {
  const from = async (client: string) => (await upload("ruaflow_bad", { "x-forwarded-for": client })).status;
  const statuses = [];
  for (let count = 0; count < 21; count += 1) statuses.push(await from("192.0.2.1"));
  expect(statuses).toEqual([...Array(20).fill(401), 429]);
  expect(await from("192.0.2.2")).toBe(401);
});
