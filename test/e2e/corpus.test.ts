import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExpectedFile, hasCorpus, openCorpus, warnWithoutCorpus } from "../support/corpus.ts";
import { expectTotals } from "../support/expect-totals.ts";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { readApiNumbers, readSqlNumbers } from "../support/numbers-in-sql.ts";
import { type RunningService, removeDataDir, runCommand, startService } from "../support/service.ts";

if (!hasCorpus) warnWithoutCorpus();

describe.skipIf(!hasCorpus)("the real reports, imported into an empty data folder", () => {
  const dataDir = createMigratedDataDir();
  const environment = { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" };
  let service: RunningService;
  let key: string;
  let files: string;
  let expected: readonly ExpectedFile[];

  beforeAll(async () => {
    ({ files, expected } = openCorpus());
    service = await startService(dataDir);
    key = service.key ?? "";
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await removeDataDir(dataDir);
  });

  async function importCorpus() {
    const { code, stdout, stderr } = await runCommand(["import", "--add-domains", "--json", files], environment);
    expect(stderr).not.toContain("Error");
    expect(code).toBe(0);
    return JSON.parse(stdout);
  }

  test("every file is counted once: accepted, duplicate, refused or not aggregate", async () => {
    const { files: counts } = await importCorpus();
    const { accepted, duplicate, refused, total } = counts;
    const rejected = expected.filter(({ verdict }) => verdict === "reject").length;
    expect(accepted + duplicate + refused + counts.not_aggregate).toBe(total);
    // The archive also contains its license, which is not a report.
    expect(counts).toMatchObject({ total: expected.length + 1, refused: rejected, not_aggregate: 1, failed: 0 });
    expect(accepted).toBe(expected.length - rejected);
  }, 180_000);

  test("the API's totals equal a recount from the expected values, overall and for every domain", async () => {
    await expectTotals(service, key, expected);
  }, 120_000);

  test("SQL has the same numbers as the API", async () => {
    const numbers = await readApiNumbers(service, key);
    const sql = () => readSqlNumbers(environment);
    await expect.poll(sql, { timeout: 30_000, interval: 1000 }).toEqual(numbers);
  }, 120_000);

  test("importing everything again changes no number", async () => {
    const { files: counts } = await importCorpus();
    expect(counts).toMatchObject({ accepted: 0, conflict: 0, failed: 0 });
    await expectTotals(service, key, expected);
  }, 180_000);

  test("a restart changes no number, and the key still works", async () => {
    expect(await service.stop()).toBe(0);
    service = await startService(dataDir);
    expect(service.key).toBeNull();
    await expectTotals(service, key, expected);
  }, 120_000);
});
