import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@ruaflow/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { announceSkip } from "../support/missing-tool.ts";
import { installPythonPackage, pythonPackages } from "../support/python-package.ts";
import { generateReport } from "../support/report-generator.ts";
import { type RunningService, removeDataDir, runCommand, runOrThrow, startService } from "../support/service.ts";

const FIRST_DAY = Date.UTC(2026, 0, 10) / 1000;
const DAYS = 60;
const python = findPython();

function findPython(): string | null {
  try {
    return join(installPythonPackage(pythonPackages.duckdb), "python");
  } catch (error) {
    announceSkip(`exports are not read with DuckDB: ${error}; it needs python3-venv and PyPI.`);
    return null;
  }
}

/** Answers of DuckDB as rows of texts. */
function askDuckDb(query: string): string[][] {
  const script = `
import csv, duckdb, sys
csv.writer(sys.stdout).writerows(duckdb.sql(sys.argv[1]).fetchall())
`;
  const output = execFileSync(python ?? "", ["-c", script, query], { encoding: "utf8" });
  return output
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(","));
}

describe.skipIf(python === null)("an export beside the running service", () => {
  const dataDir = createMigratedDataDir();
  const work = mkdtempSync(join(tmpdir(), "ruaflow-export-"));
  const environment = { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error", RUAFLOW_SOURCE_ENRICHMENT: "offline" };
  let service: RunningService;
  let other: string;

  function writeReports(name: string, domain: string, days: readonly number[]): string {
    const folder = mkdtempSync(join(work, name));
    for (const day of days) {
      const report = generateReport({ seed: day, domain, begin: FIRST_DAY + day * 86_400 });
      writeFileSync(join(folder, `${day}.xml`), [...report.xml()].join(""));
    }
    return folder;
  }

  const days = Array.from({ length: DAYS }, (_, day) => day);
  const to = (name: string) => join(work, name);

  async function runExport(...args: string[]) {
    const since = ["--since", "2026-01-01", "--json"];
    return JSON.parse(await runOrThrow(["export", ...since, ...args], environment));
  }

  beforeAll(async () => {
    service = await startService(dataDir);
    await runOrThrow(["import", "--add-domains", writeReports("own", "own.example", days)], environment);
    const { id } = JSON.parse(await runOrThrow(["orgs", "create", "Other", "--json"], environment));
    other = id;
    await runOrThrow(
      ["import", "--add-domains", "--org", id, writeReports("other", "other.example", days.slice(0, 5))],
      environment,
    );
  }, 180_000);

  afterAll(async () => {
    await service.stop();
    await removeDataDir(dataDir);
    rmSync(work, { recursive: true, force: true });
  });

  test.each(["parquet", "csv", "jsonl"])(
    "as %s is read by DuckDB, and its sums equal the API's",
    async (format) => {
      const folder = to(format);
      const result = await runExport("--format", format, "--to", folder);
      const names = ["2026-01", "2026-02", "2026-03"].map((month) => `records-${month}.${format}`);
      expect(result).toMatchObject({ written: names, unchanged: [], removed: [], reports: DAYS + 5 });
      const client = createClient({ baseUrl: service.url, key: service.key ?? "" });
      const { data } = await client.reports.readAggregate({ start_date: "2026-01-01", end_date: "2026-12-31" });
      const sources = await client.reports.listSources({ start_date: "2026-01-01", end_date: "2026-12-31" });
      const read = `'${folder}/records-*.${format}'`;
      const [[messages, passed, reports, addresses] = []] = askDuckDb(
        `SELECT sum(messages), sum(CASE WHEN dmarc_pass THEN messages ELSE 0 END), count(DISTINCT report_id), count(DISTINCT source_ip_text)
       FROM ${read} WHERE counted AND policy_domain = 'own.example'`,
      );
      const emails = data.totals.emails;
      expect([messages, reports, addresses].map(Number)).toEqual([emails, data.totals.reports, sources.meta.total]);
      expect(Math.round((Number(passed) * 1000) / emails) / 10).toBe(data.authentication.dmarc_pass_rate);
      const [[first, last] = []] = askDuckDb(`SELECT min(day), max(day) FROM ${read}`);
      expect([first, last]).toEqual(["2026-01-10", "2026-03-10"]);
    },
    60_000,
  );

  test("continues after an interruption, and writes again only what has changed", async () => {
    const folder = to("parquet");
    const args = ["--format", "parquet", "--to", folder];
    expect(await runExport(...args)).toMatchObject({ written: [], unchanged: expect.objectContaining({ length: 3 }) });
    // Killed while it wrote March: a part is there, and no complete file.
    renameSync(join(folder, "records-2026-03.parquet"), join(folder, "records-2026-03.parquet.part"));
    expect(await runExport(...args)).toMatchObject({ written: ["records-2026-03.parquet"] });
    expect(existsSync(join(folder, "records-2026-03.parquet.part"))).toBe(false);
    const march = statSync(join(folder, "records-2026-03.parquet")).mtimeMs;
    const more = writeReports("more", "more.example", [30]);
    await runOrThrow(["import", "--add-domains", "--org", "My organization", more], environment);
    const changed = { written: ["records-2026-02.parquet"], reports: DAYS + 6 };
    // The views show a report within about a second.
    await expect.poll(() => runExport(...args), { timeout: 20_000, interval: 500 }).toMatchObject(changed);
    expect(statSync(join(folder, "records-2026-03.parquet")).mtimeMs).toBe(march);
  }, 120_000);

  test("with --org has one organization, and its folder takes no other", async () => {
    const folder = to("one-organization");
    const args = ["--format", "parquet", "--to", folder];
    expect(await runExport("--org", other, ...args)).toMatchObject({ reports: 5 });
    const found = askDuckDb(`SELECT DISTINCT organization_id, policy_domain FROM '${folder}/records-*.parquet'`);
    expect(found).toEqual([[other, "other.example"]]);
    const mixed = await runCommand(["export", "--since", "2026-01-01", ...args], environment);
    expect(mixed).toMatchObject({ code: 2, stderr: expect.stringContaining(`has an export of ${other}`) });
    expect(await runExport("--org", other, "--view", "daily", ...args)).toMatchObject({ reports: 5 });
    expect(readdirSync(folder).sort()).toEqual([
      "daily-2026-01.parquet",
      "daily-parquet.export.json",
      "records-2026-01.parquet",
      "records-parquet.export.json",
    ]);
  });

  test("files of months whose reports are gone are removed", async () => {
    const folder = to("parquet");
    const client = createClient({ baseUrl: service.url, key: service.key ?? "" });
    const { data } = await client.domains.list();
    const own = data.find(({ domain }) => domain === "own.example");
    await client.domains.delete(own?.id ?? "");
    const removed = ["records-2026-03.parquet"];
    expect(await runExport("--format", "parquet", "--to", folder)).toMatchObject({ removed, reports: 6 });
    expect(existsSync(join(folder, "records-2026-03.parquet"))).toBe(false);
    expect(askDuckDb(`SELECT DISTINCT policy_domain FROM '${folder}/records-*.parquet' ORDER BY 1`)).toEqual([
      ["more.example"],
      ["other.example"],
    ]);
  });

  test("wrong options are explained", async () => {
    const wrong = async (...args: string[]) => {
      const since = args.includes("--since") ? [] : ["--since", "2026-01-01"];
      const { code, stderr } = await runCommand(["export", "--format", "csv", ...since, ...args], environment);
      return `${code} ${stderr}`;
    };
    expect(await wrong("--since", "2026-02-30", "--to", work)).toMatch(/^2 .*--since: 2026-02-30 is not a valid day/s);
    expect(await wrong("--until", "2025-01-01", "--to", work)).toMatch(/^2 .*is after 2025-01-01/s);
    expect(await wrong("--view", "secrets", "--to", work)).toMatch(/^2 .*secrets is not a view.*daily, dkim_results/s);
    expect(await wrong("--to", join(work, "a*"))).toMatch(/^2 .*must not contain any of \* \? { }/s);
    const file = join(work, "file");
    writeFileSync(file, "mine");
    expect(await wrong("--to", file)).toBe(`2 ${file} is not a folder.\n`);
    expect(await wrong("--to", join(file, "below"))).toMatch(/^2 .*below cannot be created: ENOTDIR.*\n$/);
    if (process.platform === "linux")
      expect(await wrong("--to", "/proc/exports")).toMatch(/^2 \/proc\/exports cannot be created: ENOENT.*\n$/);
    expect(await wrong("--view", "daily", "--all", "--to", work)).toMatch(/^2 --all: daily has counted reports only/);
    expect(await wrong("--counted", "--all", "--to", work)).toMatch(/^[12] .*cannot be used with/s);
    expect(await wrong("--format", "parquet", "--all", "--to", to("parquet"))).toMatch(/^2 .*leave out --all/s);
  });
});
