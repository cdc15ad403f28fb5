// SQL never shows a number that no moment had, while reports are released, replayed, sent again and deleted.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@ruaflow/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { readApiNumbers, readSqlNumbers } from "../support/numbers-in-sql.ts";
import { type GeneratedReport, generateReport } from "../support/report-generator.ts";
import { type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";
import { upload, writeTar } from "../support/upload.ts";

const REPORTS = 60;
const ROUNDS_MIN = 3;
/** As many rounds as it takes: on a slow machine a sample takes long, on a fast one a round is short. */
const SAMPLES_MIN = 11;
const FIRST_DAY = 1_767_225_600;

const dataDir = createMigratedDataDir();
const environment = { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" };
let service: RunningService;
let key = "";

beforeAll(async () => {
  service = await startService(dataDir);
  key = service.key ?? "";
}, 120_000);

afterAll(async () => {
  await service.stop();
  await removeDataDir(dataDir);
});

function makeReports(domain: string, firstSeed: number): GeneratedReport[] {
  return Array.from({ length: REPORTS }, (_, index) =>
    generateReport({ seed: firstSeed + index, domain, begin: FIRST_DAY + (index % 9) * 86_400 }),
  );
}

/** Uploads the reports in one archive; returns the outcomes that there were. */
async function send(reports: readonly GeneratedReport[]): Promise<string[]> {
  const files = Object.fromEntries(reports.map(({ xml }, index) => [`${index}.xml`, [...xml()].join("")]));
  const entries = await upload(service, key, { name: "reports.tar", body: writeTar(files) });
  expect(entries).toHaveLength(reports.length);
  return [...new Set(entries.map(({ outcome }) => outcome))].sort();
}

const sumMessages = (reports: readonly GeneratedReport[]) => reports.reduce((sum, { messages }) => sum + messages, 0);

/** Adds a domain by the operator's authority; returns its id. */
async function addDomain(domain: string): Promise<string> {
  await runOrThrow(["domains", "add", domain], environment);
  const { data } = await createClient({ baseUrl: service.url, key }).domains.list({ per_page: 100 });
  return data.find((one) => one.domain === domain)?.id ?? "";
}

interface Sample {
  /** Reports shown twice, or with other records than they have. */
  readonly wrong: number;
  /** Messages of each domain by `records`, `reports` and `daily`. */
  readonly domains: readonly { readonly domain: string; readonly sums: readonly number[] }[];
}

const wrongQuery = `SELECT count() FROM (
    SELECT report_id, sum(wanted) AS wanted, sum(shown) AS shown, sum(heads) AS heads FROM (
      SELECT report_id, records AS wanted, 0 AS shown, 1 AS heads FROM reports
      UNION ALL SELECT report_id, 0, 1, 0 FROM records)
    GROUP BY report_id HAVING wanted != shown OR heads != 1) FORMAT TabSeparated`;

const sumsQuery = `SELECT domain, arrayMap(toFloat64, [sum(a), sum(b), sum(c)]) AS sums FROM (
    SELECT domain_id AS domain, messages AS a, 0 AS b, 0 AS c FROM records
    UNION ALL SELECT domain_id, 0, messages, 0 FROM reports
    UNION ALL SELECT domain_id, 0, 0, messages FROM daily)
  GROUP BY domain FORMAT JSONEachRow`;

async function askSqlPort(query: string): Promise<string> {
  const url = new URL(readFileSync(join(dataDir, "clickhouse-read-only.url"), "utf8").trim());
  const headers = { "X-ClickHouse-User": url.username, "X-ClickHouse-Key": url.password };
  const response = await fetch(url.origin, { method: "POST", body: query, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text.trim();
}

async function takeSample(): Promise<Sample> {
  const wrong = Number(await askSqlPort(wrongQuery));
  const lines = (await askSqlPort(sumsQuery)).split("\n").filter((line) => line !== "");
  return { wrong, domains: lines.map((line) => JSON.parse(line)) };
}

/** Samples without a pause until `work` is done. */
async function sampleDuring(work: Promise<unknown>): Promise<Sample[]> {
  const samples: Sample[] = [];
  const watched = { isDone: false };
  const done = work.finally(() => {
    watched.isDone = true;
  });
  while (!watched.isDone) samples.push(await takeSample());
  await done;
  return samples;
}

async function expectEqualNumbers(): Promise<void> {
  const read = async () => [await readApiNumbers(service, key), await readSqlNumbers(environment)];
  await expect
    .poll(
      async () => {
        const [api, sql] = await read();
        expect(sql).toEqual(api);
        return true;
      },
      { timeout: 90_000, interval: 500 },
    )
    .toBe(true);
}

test("while reports are released, replayed, sent again and deleted, every answer in SQL is one that the API had", async () => {
  const client = createClient({ baseUrl: service.url, key, retries: 0 });
  const [kept, held, unclaimed] = [
    makeReports("kept.example", 0),
    makeReports("held.example", 1000),
    makeReports("unclaimed.example", 2000),
  ];
  const keptId = await addDomain("kept.example");
  await client.domains.create({ domain: "held.example" });
  expect(await send(kept)).toEqual(["accepted"]);
  expect(await send(held)).toEqual(["held"]);
  expect(await send(unclaimed)).toEqual(["held"]);
  await expectEqualNumbers();
  const seen: Sample[] = [];

  for (let round = 0; round < ROUNDS_MIN || seen.length < SAMPLES_MIN; round += 1) {
    const domain = `going-${round}.example`;
    const going = makeReports(domain, 3000 + round * REPORTS);
    const id = await addDomain(domain);
    const work = Promise.all([
      send(kept),
      send(going).then(async () => {
        const countStored = async () => (await client.reports.list({ domain_id: id, per_page: 1 })).meta.total;
        await expect.poll(countStored, { timeout: 60_000 }).toBeGreaterThan(0);
        await client.domains.delete(id);
      }),
      ...(round === 0 ? [runOrThrow(["domains", "add", "held.example", "unclaimed.example"], environment)] : []),
      ...(round > 0 ? [runOrThrow(["replay", "--since", "2020-01-01"], environment)] : []),
    ]);
    seen.push(...(await sampleDuring(work)));
  }
  await expectEqualNumbers();

  expect(seen.map(({ wrong }) => wrong).filter((wrong) => wrong > 0)).toEqual([]);
  for (const { domains } of seen) {
    for (const { sums } of domains) expect(new Set(sums).size, `records, reports and daily: ${sums}`).toBe(1);
    const keptSums = domains.find(({ domain }) => domain === keptId)?.sums;
    expect(keptSums?.[0]).toBe(sumMessages(kept));
  }
  const { reports } = await readSqlNumbers(environment);
  expect(reports).toHaveLength(3 * REPORTS);
  const { totals } = await readApiNumbers(service, key);
  expect(totals.messages).toBe(sumMessages([...kept, ...held, ...unclaimed]));
}, 300_000);
