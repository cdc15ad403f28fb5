import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
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
  writeFileSync(file.path, `"header"\n"content ${written.length}"\n`);
}

const countRows = async () => 1;
const readContent = (month: string) => readFileSync(join(folder, name(month)), "utf8").split('"')[3];

const whole = { since: "2026-01-15", until: "2026-03-10" };

function run(
  source: Partial<Parameters<typeof exportMonths>[0]> = {},
  range: ExportRange = whole,
  given: Partial<Parameters<typeof exportMonths>[1]> = {},
) {
  const of = { view: "records", format: "csv", organizationId: null, counted: true, ...given } as const;
  const view = { table: "v1.records", isCountable: true };
  return exportMonths({ listMonths, countRows, writeFile, ...source }, { ...of, source: view, range, folder });
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
    if (file.path.includes("2026-03")) throw new Error("the engine failed");
  };
  await expect(run({ writeFile: failing })).rejects.toThrow("the engine failed");
  expect(readContent("2026-03")).toBe("content 1");
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

test("rows that are missing, in a file whose writer saw no error, leave no file", async () => {
  for (const [rows, before, after] of [
    [1, 2, 2],
    [1, 3, 2],
    [3, 1, 2],
  ] as const) {
    const counts = [before, after];
    const failing = run({
      countRows: async () => counts.shift() ?? 0,
      writeFile: async ({ path }) => writeFileSync(path, `h\n${"r\n".repeat(rows)}`),
    });
    await expect(failing).rejects.toThrow(`is not complete: it has ${rows} rows of ${after}`);
    expect(readdirSync(folder)).toEqual([]);
  }
});

test("reports that arrive while a file is written may be in it or not", async () => {
  const counts = [1, 5];
  await run({ countRows: async () => counts.shift() ?? 1 });
  expect(existsSync(join(folder, name("2026-01")))).toBe(true);
});

test("a month keeps its file while it has reports on other days than those of the range", async () => {
  const days = ["2026-01-20", "2026-03-05"];
  const byDay = async ({ since, until }: ExportRange) =>
    days
      .filter((day) => day >= since && day <= until)
      .map((day) => ({ month: day.slice(0, 7), reports: 1, fingerprint: "a" }));
  await run({ listMonths: byDay }, { since: "2026-01-01", until: "2026-03-31" });
  const cut = { since: "2026-01-25", until: "2026-03-03" };
  expect(await run({ listMonths: byDay }, cut)).toMatchObject({ written: [], removed: [] });
  expect(existsSync(join(folder, name("2026-01")))).toBe(true);
  expect(existsSync(join(folder, name("2026-03")))).toBe(true);
});

test("a file of another origin is neither replaced nor removed, and nothing is written before that is said", async () => {
  writeFileSync(join(folder, name("2026-02")), "mine");
  await expect(run()).rejects.toThrow(`${join(folder, name("2026-02"))} is not of this export`);
  expect(readdirSync(folder)).toEqual([name("2026-02")]);
  months.clear();
  await run();
  expect(readFileSync(join(folder, name("2026-02")), "utf8")).toBe("mine");
});

test("a file that got its name just before the command was stopped is known as one of the export's own", async () => {
  await run();
  const path = join(folder, "records-csv.export.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  const stopped = run({
    listMonths: async (range) => {
      if (readContent("2026-02") === "content 4") throw new Error("stopped");
      return listMonths(range);
    },
  });
  months.set("2026-02", "changed");
  await expect(stopped).rejects.toThrow("stopped");
  expect(JSON.parse(readFileSync(path, "utf8")).months["2026-02"].fingerprint).toBeNull();
  expect(manifest.months["2026-02"].fingerprint).toBe("b");
  expect(await run()).toMatchObject({ written: [name("2026-02")] });
});

test("links where parts are written lead nowhere", async () => {
  const victim = join(folder, "victim");
  writeFileSync(victim, "precious");
  const target = join(folder, "target");
  mkdirSync(target);
  symlinkSync(victim, join(folder, `${name("2026-01")}.part`));
  symlinkSync(target, join(folder, `${name("2026-02")}.part`));
  symlinkSync(victim, join(folder, "records-csv.export.json.part"));
  const linking = async (file: ExportFile) => {
    if (file.path.includes("2026-03")) symlinkSync(victim, file.path);
    else await writeFile(file);
  };
  await expect(run({ writeFile: linking })).rejects.toThrow(/records-2026-03.csv cannot be written: ELOOP/);
  expect(readFileSync(victim, "utf8")).toBe("precious");
  expect(readdirSync(target)).toEqual([]);
});

test("a manifest that names something else than months is damaged", async () => {
  const path = join(folder, "records-csv.export.json");
  for (const month of ["2026-05/../../victim", "2026-13", "2026-05\n", ""]) {
    const entry = { reports: 1, bytes: 1, fingerprint: "a" };
    const of = { version: 1, view: "records", format: "csv", organizationId: null, counted: true };
    writeFileSync(path, JSON.stringify({ ...of, months: { [month]: entry } }));
    await expect(run(), month).rejects.toThrow(/is damaged/);
  }
});

test("a folder has all reports or those that count, as an earlier release's has all", async () => {
  await run();
  await expect(run({}, whole, { counted: false })).rejects.toThrow(/counted reports: .*leave out --all/);
  const path = join(folder, "records-csv.export.json");
  const { counted, ...earlier } = JSON.parse(readFileSync(path, "utf8"));
  expect(counted).toBe(true);
  writeFileSync(path, JSON.stringify(earlier));
  await expect(run()).rejects.toThrow(/all reports, also those that do not count: .*--all/);
  expect(await run({}, whole, { counted: false })).toMatchObject({ written: [] });
  writeFileSync(path, JSON.stringify(earlier));
  expect(await run({}, whole, { counted: null })).toMatchObject({ written: [] });
});
