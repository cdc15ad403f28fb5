import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { generateReport } from "../support/report-generator.ts";
import { ask, type RunningService, removeDataDir, runCommand, runOrThrow, startService } from "../support/service.ts";

let dataDir: string;
let service: RunningService;
let databaseUrl: string;

beforeAll(async () => {
  dataDir = createMigratedDataDir();
  service = await startService(dataDir);
  databaseUrl = (await findRunningOwner(join(dataDir, "postgres")))?.url ?? "";
});

afterAll(async () => {
  await service.stop();
  await removeDataDir(dataDir);
});

const run = (...args: string[]) => runOrThrow(["dead-letters", ...args], { RUAFLOW_DATA_DIR: dataDir });
const countReports = async () =>
  (await ask<{ meta: { total: number } }>(service, service.key ?? "", "/api/v1/reports")).body.meta.total;

/** A file with one report; the reporter's name contains a terminal control sequence. */
function writeReport(): string {
  const file = join(dataDir, `${randomUUID()}.xml`);
  const report = generateReport({ seed: 7, domain: "poison.example", begin: 1_767_225_600, records: 3 });
  writeFileSync(
    file,
    [...report.xml()].join("").replace(/<org_name>.*<\/org_name>/, "<org_name>evil\u{9b}2J</org_name>"),
  );
  return file;
}

test("without dead letters, the list shows 0 and nothing is replayed", async () => {
  expect(await run("list")).toBe("0 dead letters\n");
  expect(JSON.parse(await run("list", "--json"))).toEqual([]);
  expect(await run("replay", "--all")).toBe("0 dead letters replayed.\n");
});

test.each([
  [["show", "ruaflow.reports.v1/0/99"], "There is no dead letter ruaflow.reports.v1/0/99"],
  [["replay", "ruaflow.reports.v1/0/99"], "There is no dead letter ruaflow.reports.v1/0/99"],
  [["replay"], "Give either the ids to replay or --all."],
  [["replay", "--all", "a/0/1"], "Give either the ids to replay or --all."],
  [["replay", "a/0/1", "--reason", "refused"], "--reason and --since can only be used with --all."],
  [["list", "--since", "yesterday"], "--since: yesterday is not a valid date or time"],
  [["list", "--limit", "0"], "--limit: 0 is not a whole number of at least 1"],
])("%s is refused with a sentence", async (args, sentence) => {
  const { code, stderr } = await runCommand(["dead-letters", ...args], { RUAFLOW_DATA_DIR: dataDir });
  expect(code).not.toBe(0);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain("    at ");
});

test("a refused report is listed, shown, exported and replayed while the service runs, and counts once", async () => {
  await executeSql(
    databaseUrl,
    "ALTER TABLE report_ledger ADD CONSTRAINT no_more CHECK (day < '2000-01-01') NOT VALID",
  );
  const file = writeReport();
  const imported = await runCommand(["import", "--add-domains", file], { RUAFLOW_DATA_DIR: dataDir });
  expect(imported.stdout + imported.stderr).toContain("refused");
  expect(await countReports()).toBe(0);

  const [letter] = JSON.parse(await run("list", "--json"));
  expect(letter).toMatchObject({ reason: "refused", replayed_at: null, report: { domain: "poison.example" } });
  expect(letter.detail).toContain('violates check constraint "no_more"');
  expect(JSON.parse(await run("list", "--json", "--reason", "unreadable"))).toEqual([]);
  expect(JSON.parse(await run("list", "--json", "--since", "2999-01-01"))).toEqual([]);
  expect(await run("list")).toMatch(/refused(.|\n)*1 dead letter\n$/);
  const shown = await run("show", letter.id);
  expect(shown).toMatch(/reporter +evil\?2J/);
  expect(shown).toContain(letter.report.report_id);
  const raw = join(dataDir, "raw.bin");
  await run("show", letter.id, "--raw", raw);
  expect(readFileSync(raw).byteLength).toBe(letter.bytes);
  rmSync(raw);

  expect(await run("replay", "--all", "--dry-run")).toBe(`${letter.id}\n1 dead letter would be replayed.\n`);
  await executeSql(databaseUrl, "ALTER TABLE report_ledger DROP CONSTRAINT no_more");
  expect(await run("replay", letter.id)).toBe("1 dead letter replayed.\n");
  await expect.poll(countReports, { timeout: 20_000 }).toBe(1);
  expect(await run("replay", "--all")).toBe("0 dead letters replayed.\n");
  expect(await run("replay", letter.id)).toBe("1 dead letter replayed.\n");
  await runCommand(["import", file], { RUAFLOW_DATA_DIR: dataDir });
  expect(await countReports()).toBe(1);
  expect(await run("list")).toMatch(/1 dead letter, 1 replayed\n$/);
}, 120_000);
