import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findInClickHouse, findInFiles, findInPostgres } from "../support/find-canary.ts";
import { waitUntilJudged } from "../support/judged.ts";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { generateReport } from "../support/report-generator.ts";
import { ask, type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";
import { upload, writeTar } from "../support/upload.ts";

interface ListBody {
  readonly data: readonly { readonly id: string; readonly domain: string }[];
}

const CANARY = "canary7f3a91c2";
const GONE = "gone.example";
const OTHERS = Array.from({ length: 9 }, (_, index) => `stays-${index}.example`);

const dataDir = createMigratedDataDir();
const rawFolder = join(dataDir, "raw");
const environment = { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error", RUAFLOW_RAW_STORE: `file:${rawFolder}` };
let service: RunningService;
let zone: TestDnsServer;
let key: string;
let seed = 0;

beforeAll(async () => {
  zone = await startDnsServer();
  zone.setTxt(`_dmarc.${GONE}`, `v=DMARC1; p=none; rua=mailto:${CANARY}@example.com`);
  const { RUAFLOW_RAW_STORE } = environment;
  // Bodies of a service that kept them in PostgreSQL are deleted together with those in the folder.
  const earlier = await startService(dataDir, { RUAFLOW_DNS_SERVERS: zone.address });
  key = earlier.key ?? "";
  await runOrThrow(["domains", "add", GONE, ...OTHERS], environment);
  await uploadCanaries(earlier, 5);
  await earlier.stop();
  service = await startService(dataDir, { RUAFLOW_DNS_SERVERS: zone.address, RUAFLOW_RAW_STORE });
}, 120_000);

afterAll(async () => {
  await service.stop();
  await zone.stop();
  await removeDataDir(dataDir);
});

function toXml(domain: string): string {
  seed += 1;
  return [...generateReport({ seed, domain, begin: 1_767_225_600 + (seed % 20) * 86_400, records: 5 }).xml()].join("");
}

/** A report about the deleted domain, with the canary in every field of untrusted text. */
function toCanaryXml(): string {
  return toXml(GONE)
    .replaceAll(/<org_name>[^<]*/g, `<org_name>${CANARY} Inc.`)
    .replaceAll(/<extra_contact_info>[^<]*/g, `<extra_contact_info>${CANARY}`)
    .replaceAll(/<selector>[^<]*/g, `<selector>${CANARY}`)
    .replaceAll(/<envelope_from>[^<]*/g, `<envelope_from>${CANARY}.example`);
}

async function uploadCanaries(to: RunningService, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await upload(to, key, { name: `${CANARY}-${index}.xml.gz`, body: gzipSync(toCanaryXml()) });
    await upload(to, key, { name: `${CANARY}-${index}.xml`, body: toCanaryXml() });
  }
}

/** The places outside the event log, which keeps all messages for a day, and PostgreSQL's own files, which keep free space. */
async function findLeft(): Promise<string[]> {
  const tables = (await findCanary()).filter((table) => table !== "event_log.messages");
  const files = await findInFiles(dataDir, CANARY);
  return [...tables, ...files.filter((path) => !path.startsWith(join(dataDir, "postgres")))];
}

/** What a writer held during the deletion is removed by checks in the minutes after it: here they are due at once. */
async function checkNow(): Promise<void> {
  await executeSql(await findDatabase(), "UPDATE deleted_domains SET next_check_at = now()");
}

const hasInRawFolder = async () => (await findInFiles(rawFolder, CANARY)).length > 0;

async function readDomainIds(): Promise<Map<string, string>> {
  const { body } = await ask<ListBody>(service, key, "/api/v1/domains?per_page=100");
  return new Map(body.data.map(({ id, domain }) => [domain, id]));
}

/** Everything that the API returns about the remaining domains, once their sources are judged. */
async function readOthers(): Promise<unknown[]> {
  await waitUntilJudged(dataDir);
  const ids = await readDomainIds();
  const answers = OTHERS.flatMap((name) =>
    ["reports", "reports/records", "reports/sources", "reports/failures", "reports/aggregate"].map((path) => {
      const period = "start_date=2026-01-01&end_date=2026-02-28&per_page=100".replace(
        /&per_page.*/,
        path.endsWith("e") ? "" : "$&",
      );
      return ask(service, key, `/api/v1/${path}?domain_id=${ids.get(name)}&${period}`);
    }),
  );
  return (await Promise.all(answers)).map(({ body }) => body);
}

async function findDatabase(): Promise<string> {
  const owner = await findRunningOwner(join(dataDir, "postgres"));
  if (!owner) throw new Error("PostgreSQL is not running");
  return owner.url;
}

async function findCanary(): Promise<string[]> {
  const tables = await findInPostgres(await findDatabase(), CANARY);
  return [...tables, ...(await findInClickHouse(dataDir, CANARY))];
}

test("after its deletion a domain is in no table and no file, although uploads for it continue; the others are unchanged", async () => {
  for (const name of OTHERS) {
    for (let count = 0; count < 3; count += 1) await upload(service, key, { name: "x.xml", body: toXml(name) });
  }
  await uploadCanaries(service, 15);
  const archive = writeTar({ "a.xml": toCanaryXml(), "b.xml": toXml(OTHERS[0] ?? "") });
  await upload(service, key, { name: "both.tar", body: archive });
  await expect.poll(findCanary, { timeout: 20_000 }).toEqual(expect.arrayContaining(["records", "reports"]));
  await expect
    .poll(async () => (await ask<{ meta: { total: number } }>(service, key, "/api/v1/reports")).body.meta.total, {
      timeout: 30_000,
    })
    .toBe(27 + 40 + 2);
  const before = await readOthers();
  const inPostgres = ["public.arrivals", "public.dns_history", "public.submission_bodies"];
  await expect.poll(findCanary, { timeout: 30_000 }).toEqual(expect.arrayContaining(inPostgres));
  expect(await hasInRawFolder()).toBe(true);

  let isOver = false;
  let sent = 0;
  const outcomes = new Set<string>();
  const sending = (async () => {
    // A sender that continues gets refusals. The names of its files, which it chooses, are listed with the arrivals.
    for (; !isOver; sent += 1) {
      for (const { outcome } of await upload(service, key, { name: `${sent}.xml`, body: toCanaryXml() }))
        outcomes.add(outcome);
      await sleep(100);
    }
  })();
  await expect.poll(() => outcomes.has("accepted")).toBe(true);
  const id = (await readDomainIds()).get(GONE);
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${service.url}/api/v1/domains/${id}`, { method: "DELETE", headers });
  expect(answer.status).toBe(204);
  const findRow = async () => executeSql(await findDatabase(), `SELECT 1 FROM domains WHERE id = '${id}'`);
  await expect.poll(findRow, { timeout: 60_000 }).toEqual([]);
  const sentBefore = sent;
  await expect.poll(() => sent, { timeout: 60_000 }).toBeGreaterThan(sentBefore + 20);
  isOver = true;
  await sending;
  await checkNow();

  await expect.poll(findLeft, { timeout: 60_000, interval: 500 }).toEqual([]);
  expect(await readOthers()).toEqual(before);
  expect([...outcomes].sort()).toEqual(["accepted", "refused"]);
}, 180_000);

test("its name can be added again, and its reports imported again", async () => {
  await runOrThrow(["domains", "add", GONE], environment);
  seed = 27;
  const [entry] = await upload(service, key, { name: "again.xml", body: toCanaryXml() });
  expect(entry?.outcome).toBe("accepted");
  const id = (await readDomainIds()).get(GONE);
  const countReports = async () =>
    (await ask<{ meta: { total: number } }>(service, key, `/api/v1/reports?domain_id=${id}`)).body.meta.total;
  await expect.poll(countReports, { timeout: 20_000 }).toBe(1);
});
