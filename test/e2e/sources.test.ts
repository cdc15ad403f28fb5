import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { generateReport } from "../support/report-generator.ts";
import { ask, type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";

interface SourcesBody {
  readonly data: readonly { readonly source_ip: string; readonly hostname: string | null }[];
}

let dns: TestDnsServer;
let dataDir: string;
let service: RunningService;
let key: string;

beforeAll(async () => {
  dns = await startDnsServer();
  dataDir = createMigratedDataDir();
  service = await startService(dataDir);
  key = service.key ?? "";
});

afterAll(async () => {
  await service.stop();
  await dns.stop();
  await removeDataDir(dataDir);
});

const readNames = async () => {
  const { body } = await ask<SourcesBody>(service, key, "/api/v1/reports/sources?start_date=2026-01-01&per_page=100");
  return new Map(body.data.map(({ source_ip, hostname }) => [source_ip, hostname]));
};

test("names of sources that were stored without DNS appear after names are switched on and refreshed", async () => {
  const report = generateReport({ seed: 3, domain: "example.com", begin: 1_767_225_600, records: 3 });
  const file = join(dataDir, "report.xml");
  await writeFile(file, [...report.xml()].join(""));
  const settings = { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" };
  await runOrThrow(["import", "--add-domains", file], settings);
  const addresses = [...report.sources()].map(({ ip }) => ip);
  for (const [index, address] of addresses.entries()) {
    dns.setPtr(address, `host-${index}.example.net`);
    dns.setAddresses(`host-${index}.example.net`, [address]);
  }
  const isEnriched = async () => {
    const listed = JSON.parse(await runOrThrow(["sources", "list", "--json"], settings));
    return listed.filter(({ state }: { readonly state: string }) => state === "skipped").length;
  };
  await expect.poll(isEnriched, { timeout: 30_000, interval: 1000 }).toBe(3);
  expect([...(await readNames()).values()]).toEqual([null, null, null]);
  expect(dns.asked).toEqual([]);
  await service.stop();
  service = await startService(dataDir, { RUAFLOW_SOURCE_ENRICHMENT: "on", RUAFLOW_DNS_SERVERS: dns.address });
  expect(await runOrThrow(["sources", "refresh"], settings)).toContain("3 sources will be looked up again");
  const expected = new Map(addresses.map((address, index) => [address, `host-${index}.example.net`]));
  await expect.poll(readNames, { timeout: 30_000, interval: 500 }).toEqual(expected);
}, 120_000);
