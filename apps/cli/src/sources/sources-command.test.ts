import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../../test/support/service.ts";

const SOURCES = 5001;

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let dataDir: string;

beforeAll(async () => {
  running = await startMetadataStore();
  dataDir = await mkdtemp(join(tmpdir(), "ruaflow-sources-"));
  const { sources } = running.store;
  const addresses = Array.from({ length: SOURCES }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
  await sources.saveAddresses(addresses);
  const facts = { state: "unconfirmed", hostname: "mail.example.com", attempts: 4, asn: 64_500 } as const;
  const more = { organization: "Example", country: "DE", dataSets: "own 2026-11-01" };
  const plan = { dueAfterMs: null, expiresAfterMs: 3_600_000 };
  await sources.saveEnrichments(addresses.map((address) => ({ address, ...facts, ...more, ...plan })));
});

afterAll(async () => {
  await running.stop();
  await rm(dataDir, { recursive: true });
});

const run = (...args: string[]) =>
  runCommand(["sources", ...args], { DATABASE_URL: running.url, RUAFLOW_DATA_DIR: dataDir });

test("list prints sources with the names that they claim, as a table or as JSON", async () => {
  const table = await run("list", "--limit", "2");
  expect(table.code).toBe(0);
  expect(table.stdout).toMatch(/10\.0\.0\.0.*mail\.example\.com.*unconfirmed.*64500.*Example.*DE/);
  expect(table.stdout.match(/10\.0\./g)).toHaveLength(2);
  const json = JSON.parse((await run("list", "--limit", "1", "--after", "10.0.0.0", "--json")).stdout);
  expect(json).toMatchObject([
    { address: "10.0.0.1", hostname: null, claimed_name: "mail.example.com", data_sets: "own 2026-11-01" },
  ]);
  expect(await run("list", "--limit", "0")).toMatchObject({ code: 2, stderr: expect.stringContaining("--limit") });
});

test("refresh makes every source due, whatever their number", async () => {
  expect(await running.store.sources.countSources()).toMatchObject({ due: 0 });
  const { code, stdout } = await run("refresh");
  expect([code, stdout]).toEqual([0, "5001 sources will be looked up again by the keeper.\n"]);
  expect(await running.store.sources.countSources()).toMatchObject({ due: SOURCES });
  expect(JSON.parse((await run("refresh", "--json")).stdout)).toEqual({ refreshed: SOURCES });
});
