// SQL and the API have the same numbers, with no setting, whatever is killed when.
import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { askSql, readApiNumbers, readSqlNumbers } from "../support/numbers-in-sql.ts";
import { generateReport } from "../support/report-generator.ts";
import { type RunningService, removeDataDir, runCommand, runOrThrow, startService } from "../support/service.ts";
import { upload } from "../support/upload.ts";

const DOMAINS = ["one.example", "two.example", "gone.example"];
const REPORTS = 120;

const dataDir = createMigratedDataDir();
const environment = { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" };
let service: RunningService;
let key = "";

beforeAll(async () => {
  service = await startService(dataDir);
  key = service.key ?? "";
  await runOrThrow(["domains", "add", ...DOMAINS], environment);
}, 120_000);

afterAll(async () => {
  await service.stop();
  await removeDataDir(dataDir);
});

function toXml(seed: number): string {
  const domain = DOMAINS[seed % DOMAINS.length] ?? "";
  return [...generateReport({ seed, domain, begin: 1_767_225_600 + (seed % 9) * 86_400 }).xml()].join("");
}

/** Repeats an upload until the service, which is killed meanwhile, has taken it. */
async function uploadReport(seed: number): Promise<void> {
  const file = { name: `${seed}.xml`, body: toXml(seed) };
  await expect
    .poll(
      () =>
        upload(service, key, file).then(
          ([entry]) => entry?.outcome,
          () => "unreachable",
        ),
      { timeout: 90_000, interval: 300 },
    )
    .toMatch(/accepted|duplicate/);
}

async function restart(): Promise<void> {
  await service.kill();
  service = await startService(dataDir);
}

async function expectEqualNumbers(): Promise<void> {
  const numbers = await readApiNumbers(service, key);
  await expect.poll(() => readSqlNumbers(environment), { timeout: 60_000, interval: 500 }).toEqual(numbers);
}

/** Reports whose records are not all shown, and shown records without a report. */
const partlyShown = `SELECT count() AS n FROM (
    SELECT report_id, max(wanted) AS wanted, sum(shown) AS shown FROM (
      SELECT report_id, records AS wanted, 0 AS shown FROM reports UNION ALL SELECT report_id, 0, 1 FROM records)
    GROUP BY report_id HAVING wanted != shown)`;

test("with no setting, SQL shows what the API shows after kills, and no report in part meanwhile", async () => {
  const uploads = Array.from({ length: REPORTS }, (_, seed) => uploadReport(seed));
  for (let kills = 0; kills < 2; kills += 1) {
    await restart();
    expect((await askSql<{ n: string }>(partlyShown, environment)).map(({ n }) => Number(n))).toEqual([0]);
  }
  await Promise.all(uploads);
  await expect
    .poll(async () => (await readApiNumbers(service, key)).reports.length, { timeout: 90_000, interval: 500 })
    .toBe(REPORTS);
  await expectEqualNumbers();
  expect(Number((await askSql<{ n: string }>(partlyShown, environment))[0]?.n)).toBe(0);
}, 300_000);

test("SQL follows the deletion of a domain", async () => {
  const [row] = await askSql<{ domain_id: string }>(
    "SELECT any(domain_id) AS domain_id FROM reports WHERE policy_domain = 'gone.example'",
    environment,
  );
  const response = await fetch(`${service.url}/api/v1/domains/${row?.domain_id}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(204);
  await expectEqualNumbers();
  expect((await readSqlNumbers(environment)).reports).toHaveLength((REPORTS * 2) / 3);
}, 120_000);

test("the address of the running service is a file that only its owner can read, and nothing can be written there", async () => {
  expect(statSync(join(dataDir, "clickhouse-read-only.url")).mode & 0o777).toBe(0o600);
  for (const query of ["TRUNCATE TABLE ruaflow.records", "SELECT file('/etc/passwd')", "SELECT * FROM system.users"])
    expect(await runCommand(["sql", query], environment)).toMatchObject({ code: 2 });
});

test("without a running service the folder itself is read, also after a kill", async () => {
  const before = await readApiNumbers(service, key);
  await service.kill();
  expect(await readSqlNumbers(environment)).toEqual(before);
  service = await startService(dataDir);
  await expectEqualNumbers();
}, 120_000);
