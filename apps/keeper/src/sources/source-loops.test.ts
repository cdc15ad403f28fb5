import { randomUUID } from "node:crypto";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReverseDns } from "@ruaflow/dns/reverse-names";
import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import { createIpData, type IpData } from "@ruaflow/ip-data";
import { writeMmdb } from "@ruaflow/ip-data/testing";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { executeSql, startMetadataStore } from "@ruaflow/metadata-store/testing";
import { createRecordStore, type RecordStore } from "@ruaflow/record-store";
import { executeStatement, sampleReport, selectRows, storeReports } from "@ruaflow/record-store/testing";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";
import { aRecord } from "@ruaflow/report/testing";
import type { Service } from "@ruaflow/runtime";
import { OutageError } from "@ruaflow/runtime/errors";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { readSettings } from "@ruaflow/runtime/settings";
import { createServiceMap, parseServices, type ServiceMap, shippedServiceMap, shippedServices } from "@ruaflow/senders";
import { createTestJudge } from "@ruaflow/verdicts/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { settingsSchema } from "../config.ts";
import { toKeeperOptions } from "../from-settings.ts";
import type { KeeperLoop } from "../keeper-loop.ts";
import { listSourceLoops } from "../loops.ts";
import { startLoops } from "../start-loops.ts";
import type { SourcesOptions } from "./sources-options.ts";
import { createVerdictRound } from "./verdict-round.ts";

const logger = createLogger({ app: "test", level: "silent" });

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let metadata: MetadataStore;
let records: RecordStore;
let server: TestDnsServer;
let ipData: IpData;
let folder: string;
let loops: Service | undefined;
let metrics: ReturnType<typeof createMetrics>;
let hours = 0;

beforeAll(async () => {
  running = await startMetadataStore();
  metadata = running.store;
  folder = await mkdtemp(join(tmpdir(), "ruaflow-sources-"));
  await createMigratedFolder(join(folder, "clickhouse"));
  records = await createRecordStore({ path: join(folder, "clickhouse") });
  server = await startDnsServer();
  await writeOwnFile("2026-11-01", { country_code: "US", asn: "AS64500", as_name: "First" });
  ipData = await createIpData({ countryFile: ownFile(), asnFile: ownFile(), checkEveryMs: 20 });
});

afterAll(async () => {
  ipData.close();
  await server.stop();
  await records.close();
  await running.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

beforeEach(async () => {
  for (const table of ["sources", "source_positions", "stored_reports", "report_sequences"])
    await executeSql(running.url, `DELETE FROM ${table}`);
});

afterEach(() => loops?.stop());

const ownFile = () => join(folder, "own.mmdb");

async function writeOwnFile(date: string, row: object): Promise<void> {
  await writeMmdb(`${ownFile()}.new`, { type: "own", date, rows: { "0.0.0.0/0": row } });
  await rename(`${ownFile()}.new`, ownFile());
}

function start(overrides: Partial<SourcesOptions & { readonly services: ServiceMap }> = {}): void {
  metrics = createMetrics();
  const options = {
    metadata,
    records,
    ipData,
    services: shippedServiceMap,
    reverseDns: createReverseDns({ servers: [server.address], timeoutMs: 3000 }),
    addressesAtOnce: 4,
    logger,
    metrics,
    checkEveryMs: 20,
    ...overrides,
  };
  const verdicts = judgeSources(options);
  loops = startLoops((wake) => [...listSourceLoops({ ...options, wake }), verdicts], options);
}

/** Judges all sources with this map, however short the time since the last judgement. */
function judgeSources({ services }: { readonly services: ServiceMap }): KeeperLoop {
  const now = () => {
    hours += 1;
    return new Date(Date.parse("2026-11-01T00:00:00Z") + hours * 3_600_000);
  };
  const judge = createTestJudge({ metadata, records }, { services, now });
  const work = createVerdictRound({ judge, restMaxMs: 0 });
  return { name: "source-verdicts", everyMs: 20, lock: null, work, failure: "judging sources waits" };
}

/** Stores a report with a record of each address, as if the record-writer had. */
async function storeReport(
  addresses: readonly string[],
  organizationId = "org_one",
  domainId = "dom_sample",
): Promise<void> {
  const facts = addresses.map((sourceIp, ordinal) => aRecord({ ordinal, sourceIp }));
  const report = sampleReport({ organizationId, reportId: `rpt_${randomUUID()}`, records: facts });
  await storeReports(records, [{ ...report, row: { ...report.row, domainId } }]);
  const { reportId, day } = report.row;
  await executeSql(
    running.url,
    `WITH next AS (
       INSERT INTO report_sequences AS s VALUES ('${organizationId}', 1)
       ON CONFLICT (organization_id) DO UPDATE SET last_sequence = s.last_sequence + 1 RETURNING last_sequence
     ) INSERT INTO stored_reports SELECT '${organizationId}', last_sequence, '${reportId}', '${domainId}', '${day}', 'r',
       now(), now(), now(), 1, 1, 1, 1 FROM next`,
  );
}

/** After a step the loops rest for 10 times as long as it took. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 20_000 });
const readFacts = async (address: string) => (await metadata.sources.readSources([address])).get(address);
const countLookups = (name: string) => server.asked.filter((asked) => asked === name).length;

test("sources of stored reports get their name, owner and country, history and new reports alike", async () => {
  server.setPtr("8.8.8.8", "dns.google.example");
  server.setAddresses("dns.google.example", ["8.8.8.8"]);
  server.setPtr("9.9.9.9", "mail.bank.example");
  await storeReport(["8.8.8.8", "9.9.9.9"]);
  await storeReport(["1.1.1.1"], "org_other");
  start();
  const owner = { asn: 64_500, organization: "First", country: "US" };
  await eventually(() => readFacts("8.8.8.8")).toMatchObject({ hostname: "dns.google.example", ...owner });
  await eventually(() => readFacts("9.9.9.9")).toMatchObject({ hostname: null, ...owner });
  await eventually(() => readFacts("1.1.1.1")).toMatchObject({ hostname: null, ...owner });
  await storeReport(["2606:4700::1111", "8.8.8.8"]);
  await eventually(() => readFacts("2606:4700::1111")).toMatchObject({ hostname: null, country: null });
  const text = await metrics.render();
  for (const line of ["collected_total 4", 'lookups_total{outcome="confirmed"} 1', "due 0", "uncollected_reports 0"])
    expect(text).toContain(`ruaflow_sources_${line}`);
  expect(countLookups("8.8.8.8.in-addr.arpa")).toBe(1);
});

test("SQL shows the facts of sources, also those found before it could, and those of a changed data set", async () => {
  const path = join(folder, "clickhouse");
  const lists = { hiddenAttempts: [], hiddenReports: [], countingOrganizations: [] };
  await records.insertRowVisibility({ version: 1n, attempt: 1n, ...lists });
  const readSql = async (address: string) =>
    (
      await selectRows<object>(
        path,
        `SELECT DISTINCT hostname, asn, organization, country FROM ruaflow_v1.sources WHERE source_ip_text = '${address}'`,
      )
    )[0];
  server.setPtr("8.8.6.6", "dns.google.example");
  server.setAddresses("dns.google.example", ["8.8.6.6"]);
  await storeReport(["8.8.6.6", "2606:4700::1112"]);
  expect(await readSql("8.8.6.6")).toEqual({ hostname: "", asn: 0, organization: "", country: "" });
  start();
  const google = { hostname: "dns.google.example", asn: 64_500, organization: "First", country: "US" };
  await eventually(() => readSql("8.8.6.6")).toEqual(google);
  await eventually(() => readSql("2606:4700::1112")).toMatchObject({ hostname: "", country: "" });
  await loops?.stop();
  // As after a restore, or an upgrade.
  await executeStatement(path, "TRUNCATE TABLE source_facts");
  start();
  await eventually(() => readSql("8.8.6.6")).toEqual(google);
  await loops?.stop();
  await executeSql(running.url, "UPDATE sources SET data_sets = 'old', country = 'XX'");
  await executeStatement(path, "INSERT INTO source_facts (address, country) VALUES ('8.8.6.6', 'XX')");
  start();
  await eventually(() => readSql("8.8.6.6")).toEqual(google);
});

test("SQL shows the service of a source, by its name or network, and another one after a start with another map", async () => {
  const path = join(folder, "clickhouse");
  const lists = { hiddenAttempts: [], hiddenReports: [], countingOrganizations: [] };
  await records.insertRowVisibility({ version: 1n, attempt: 1n, ...lists });
  const readSql = async (address: string) =>
    (
      await selectRows<object>(
        path,
        `SELECT DISTINCT service, service_category FROM ruaflow_v1.sources WHERE source_ip_text = '${address}'`,
      )
    )[0];
  const own = (name: string, more: object) => ({
    ...{ name, operator: "Us", category: "own", advice: null, documentation: "https://example.com" },
    ...{ hostnames: [], dkim_domains: [], spf_domains: [], ...more },
  });
  const owned = createServiceMap(
    shippedServices,
    parseServices([
      own("Our relay", { hostnames: ["ptr1.sendgrid.net"] }),
      // The network of all addresses of the test's data set.
      own("Our network", { asns: [64_500] }),
    ]),
  );
  server.setPtr("8.8.7.7", "o1.ptr1.sendgrid.net");
  server.setAddresses("o1.ptr1.sendgrid.net", ["8.8.7.7"]);
  const { id } = await metadata.tenants.createOrganization({ name: "Test", plan: "free" });
  const { verified } = await metadata.domains.saveVerifiedDomains(id, ["example.com"]);
  await storeReport(["8.8.7.7", "8.8.7.8"], id, verified[0]?.domainId);
  start();
  await eventually(() => readSql("8.8.7.7")).toEqual({ service: "SendGrid", service_category: "email_delivery" });
  await eventually(() => readFacts("8.8.7.8")).toBeDefined();
  expect(await readSql("8.8.7.8")).toEqual({ service: "", service_category: "" });
  await loops?.stop();
  start({ services: owned });
  await eventually(() => readSql("8.8.7.7")).toEqual({ service: "Our relay", service_category: "own" });
  await eventually(() => readSql("8.8.7.8")).toEqual({ service: "Our network", service_category: "own" });
});

test("addresses outside the public internet are never looked up", async () => {
  const inside = ["10.0.0.1", "127.0.0.1", "169.254.1.1", "192.0.2.1", "fe80::1", "2001:db8::1"];
  const asked = server.asked.length;
  await storeReport(inside);
  start();
  for (const address of inside) await eventually(() => readFacts(address)).toMatchObject({ country: null });
  expect(server.asked.slice(asked)).toEqual([]);
});

test("offline no DNS query is sent, and names that are known stay", async () => {
  server.setPtr("8.8.4.4", "dns.google.example");
  server.setAddresses("dns.google.example", ["8.8.4.4"]);
  await storeReport(["8.8.4.4"]);
  start();
  await eventually(() => readFacts("8.8.4.4")).toMatchObject({ hostname: "dns.google.example" });
  await loops?.stop();
  const asked = server.asked.length;
  await executeSql(running.url, "UPDATE sources SET due_at = now(), data_sets = 'old'");
  start({ reverseDns: null });
  await storeReport(["8.8.4.5"]);
  await eventually(() => readFacts("8.8.4.5")).toMatchObject({ hostname: null, country: "US" });
  await eventually(() => metadata.sources.countSources()).toMatchObject({ due: 0, uncollectedReports: 0 });
  expect(await readFacts("8.8.4.4")).toMatchObject({ hostname: "dns.google.example" });
  expect(server.asked.slice(asked)).toEqual([]);
});

test("a failed lookup gives owner and country at once, and the name later", async () => {
  server.fail("7.7.7.7.in-addr.arpa", "servfail");
  await storeReport(["7.7.7.7"]);
  start();
  await eventually(() => readFacts("7.7.7.7")).toMatchObject({ hostname: null, country: "US" });
  expect(await metadata.sources.listSources({ after: "", limit: 1 })).toMatchObject([{ state: "failed" }]);
  server.setPtr("7.7.7.7", "late.example.com");
  server.setAddresses("late.example.com", ["7.7.7.7"]);
  await executeSql(running.url, "UPDATE sources SET due_at = now()");
  await eventually(() => readFacts("7.7.7.7")).toMatchObject({ hostname: "late.example.com" });
});

test("at most as many addresses as allowed are looked up at the same time", async () => {
  let active = 0;
  let most = 0;
  const lookUpName = async () => {
    active += 1;
    most = Math.max(most, active);
    await new Promise((resolve) => setTimeout(resolve, 5));
    active -= 1;
    return { kind: "absent" } as const;
  };
  const addresses = Array.from({ length: 40 }, (_, index) => `8.8.1.${index}`);
  await storeReport(addresses);
  start({ reverseDns: { lookUpName, close: () => undefined } });
  for (const address of addresses) await eventually(() => readFacts(address)).toBeDefined();
  expect(most).toBe(4);
});

test("between two steps of collecting it rests, so that ClickHouse is left to others", async () => {
  const steps: { readonly startedAt: number; readonly endedAt: number }[] = [];
  const readAddresses: RecordStore["readAddresses"] = async function* (organizationId, reports) {
    const startedAt = performance.now();
    yield* records.readAddresses(organizationId, reports);
    steps.push({ startedAt, endedAt: performance.now() });
  };
  for (const organizationId of ["org_one", "org_two"]) await storeReport(["8.8.5.1"], organizationId);
  start({ records: { ...records, readAddresses } });
  await eventually(() => steps.length).toBe(2);
  const [first, second] = steps;
  if (first === undefined || second === undefined) return expect.fail("there are two steps");
  expect(second.startedAt - first.endedAt).toBeGreaterThan(9 * (first.endedAt - first.startedAt));
});

test("an outage of either store is waited out, and nothing is skipped", async () => {
  let outages = 2;
  const failFirst = <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) => {
    return (...args: Args) =>
      outages-- > 0 ? Promise.reject(new OutageError("A store", "it is away")) : work(...args);
  };
  const { sources } = metadata;
  await storeReport(["8.8.2.1"]);
  start({
    metadata: {
      ...metadata,
      sources: {
        ...sources,
        saveAddresses: failFirst(sources.saveAddresses),
        saveEnrichments: failFirst(sources.saveEnrichments),
      },
    },
  });
  await eventually(() => metadata.sources.countSources()).toMatchObject({ due: 0, uncollectedReports: 0 });
  outages = 1;
  await executeSql(running.url, "UPDATE sources SET due_at = now(), enriched_at = NULL");
  await eventually(() => outages).toBeLessThan(1);
  await executeSql(running.url, "UPDATE sources SET due_at = now() WHERE enriched_at IS NULL");
  await eventually(() => readFacts("8.8.2.1")).toBeDefined();
});

test("a newer file of the operator replaces the owners of all sources without a lookup", async () => {
  await storeReport(["8.8.3.1"]);
  start();
  await eventually(() => readFacts("8.8.3.1")).toMatchObject({ organization: "First" });
  const asked = server.asked.length;
  await writeOwnFile("2026-12-01", { country_code: "DE", asn: "AS64501", as_name: "Second" });
  const expected = { organization: "Second", country: "DE", asn: 64_501 };
  await eventually(() => readFacts("8.8.3.1")).toMatchObject(expected);
  const dataSets = "own 2026-12-01, own 2026-12-01";
  await eventually(() => metadata.sources.listSources({ after: "", limit: 1 })).toMatchObject([{ dataSets }]);
  expect(server.asked.slice(asked)).toEqual([]);
});

test("stopping does not wait for a slow resolver, and its lookups are repeated", async () => {
  server.fail("1.4.8.8.in-addr.arpa", "silence");
  await storeReport(["8.8.4.1"]);
  start({ reverseDns: createReverseDns({ servers: [server.address], timeoutMs: 60_000 }) });
  await eventually(() => countLookups("1.4.8.8.in-addr.arpa")).toBe(1);
  const stoppedAt = performance.now();
  await loops?.stop();
  expect(performance.now() - stoppedAt).toBeLessThan(8000);
  expect(await readFacts("8.8.4.1")).toBeUndefined();
});

test("the settings say whether names are looked up, and invalid resolvers are refused", () => {
  const read = (environment: Record<string, string>) => toKeeperOptions(readSettings(settingsSchema, environment));
  expect(read({})).toMatchObject({ findsSources: true, addressesAtOnce: 100, reverseDns: expect.anything() });
  expect(read({ RUAFLOW_SOURCE_ENRICHMENT: "offline" })).toMatchObject({ findsSources: true, reverseDns: null });
  expect(read({ RUAFLOW_SOURCE_ENRICHMENT: "off" })).toMatchObject({ findsSources: false, reverseDns: null });
  expect(() => read({ RUAFLOW_DNS_SERVERS: "dns.example" })).toThrow("RUAFLOW_DNS_SERVERS");
});

test("however many sources are due, only some of them wait to be saved", async () => {
  const due = Array.from({ length: 10_000 }, (_, index) => ({
    address: `9.9.${index >> 8}.${index & 255}`,
    attempts: 0,
  }));
  const all = due.length;
  const saved: number[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const sources: MetadataStore["sources"] = {
    ...metadata.sources,
    claimSources: async ({ limit }) => due.splice(0, limit),
    async saveEnrichments(items) {
      saved.push(items.length);
      await released;
    },
  };
  start({ metadata: { ...metadata, sources }, reverseDns: null });
  await eventually(() => saved.length).toBe(1);
  // One save that hangs, and one that is full.
  expect(all - due.length).toBeLessThan(4100);
  release();
  await eventually(() => saved.reduce((sum, count) => sum + count)).toBe(all);
});
