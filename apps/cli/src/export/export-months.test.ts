import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExportFile, ExportRange } from "@ruaflow/record-store/exports";
import { afterEach, beforeEach, expect, test } from "vitest";
import { exportMonths } from "./export-months.ts";

let folder: string;
/** Fingerprints by month, as the views would have them. */
let months: Map<string, string>;
let written: ExportFile[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ruaflow-export-"));
  months = new Map([
    ["2026-01", "a"],
    ["2026-02", "b"],
    ["2026-03", "c"],
  ]);
  written = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const listMonths = async ({ since, until }: ExportRange) =>
  [...months]
    .filter(([month]) => month >= since.slice(0, 7) && month <= until.slice(0, 7))
    .map(([month, fingerprint]) => ({ month, reports: 1, fingerprint }));

async function writeFile(file: ExportFile): Promise<void> {
  written.push(file);
  writeFileSync(file.path, `content ${written.length}`);
}

const whole = { since: "2026-01-15", until: "2026-03-10" };

function run(source: Partial<Parameters<typeof exportMonths>[0]> = {}, range: ExportRange = whole) {
  const of = { view: "records", format: "csv", organizationId: null } as const;
  return exportMonths({ listMonths, writeFile, ...source }, { ...of, table: "v1.records", range, folder });
}

const name = (month: string) => `records-${month}.csv`;

test("each month is one file with its days of the range", async () => {
  expect(await run()).toMatchObject({
    written: ["2026-01", "2026-02", "2026-03"].map(name),
    unchanged: [],
    removed: [],
  });
  expect(written.map(({ range }) => [range.since, range.until])).toEqual([
    ["2026-01-15", "2026-01-31"],
    ["2026-02-01", "2026-02-28"],
    ["2026-03-01", "2026-03-10"],
  ]);
  expect(readdirSync(folder)).toHaveLength(4);
});

test("a failure keeps complete files, old and new, and the next run continues", async () => {
  await run({}, { since: "2026-03-01", until: "2026-03-31" });
  months.set("2026-03", "changed");
  const failing = async (file: ExportFile) => {
    await writeFile(file);
    if (file.path.includes("2026-03")) throw new Error("no space left");
  };
  await expect(run({ writeFile: failing })).rejects.toThrow("no space left");
  expect(readFileSync(join(folder, name("2026-03")), "utf8")).toBe("content 1");
  expect(existsSync(join(folder, `${name("2026-03")}.part`))).toBe(true);
  expect(await run()).toMatchObject({ written: [name("2026-03")], unchanged: [name("2026-01"), name("2026-02")] });
  expect(readdirSync(folder).filter((file) => file.endsWith(".part"))).toEqual([]);
});

test("a month that changes while it is written is written again by the next run, even if it looks the same then", async () => {
  const changing = async (file: ExportFile) => {
    await writeFile(file);
    if (file.path.includes("2026-02")) months.set("2026-02", "changed");
  };
  await run({ writeFile: changing });
  months.set("2026-02", "b");
  expect(await run()).toMatchObject({ written: [name("2026-02")] });
  expect(await run()).toMatchObject({ written: [] });
});

test("a file that was cut off or deleted is written again", async () => {
  await run();
  writeFileSync(join(folder, name("2026-01")), "con");
  rmSync(join(folder, name("2026-02")));
  expect(await run()).toMatchObject({ written: [name("2026-01"), name("2026-02")] });
});

test("a month without reports loses its file, one outside the range keeps it", async () => {
  await run();
  months.clear();
  expect(await run({}, { since: "2026-02-01", until: "2026-03-31" })).toMatchObject({
    removed: [name("2026-02"), name("2026-03")],
  });
  expect(existsSync(join(folder, name("2026-01")))).toBe(true);
});

test("a damaged manifest is an error that says what to do", async () => {
  writeFileSync(join(folder, "records-csv.export.json"), "{");
  await expect(run()).rejects.toThrow(/records-csv.export.json is damaged: delete it/);
});
