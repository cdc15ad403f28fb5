import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ReportRecord } from "@ruaflow/report";
import { encodeRecord } from "@ruaflow/report/message";
import { aRecord } from "@ruaflow/report/testing";
import { RefusedWriteError } from "@ruaflow/runtime/errors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedEngine } from "../engine/embedded.ts";
import type { WritingEngine } from "../engine/engine.ts";
import { migrate } from "../migrations/migrate.ts";
import { sampleReport } from "../testing/sample-report.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../testing/temporary-folder.ts";
import { insertRecords } from "./insert-records.ts";

const organizationId = "org_large";
let folder: TemporaryFolder;
let engine: WritingEngine;
let files = 0;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  const { insertFile, ...opened } = await createEmbeddedEngine(join(folder.path, "{a,b}*"));
  await migrate(opened);
  engine = {
    ...opened,
    insertFile: async (insert) => {
      files += 1;
      await insertFile?.(insert);
    },
  };
});
afterAll(async () => {
  await engine.close();
  await folder.remove();
});

const withoutFiles = (): WritingEngine => {
  const { insertFile: _, ...others } = engine;
  return others;
};
const hostile = [
  "",
  "'",
  '"',
  "\\",
  "\\N",
  "a,b",
  "]",
  "[",
  "\n",
  "\r\n",
  "\t",
  "\0",
  "\u2028",
  "é🙂",
  "null",
  "{x:String}",
  "x".repeat(5000),
];

function createRecords(rows: number): ReportRecord[] {
  return Array.from({ length: rows }, (_, ordinal) => {
    const text = hostile[ordinal % hostile.length] ?? "";
    const sourceIp = ordinal % 2 === 0 ? `192.0.2.${ordinal % 256}` : "2001:db8::1";
    const identifiers = { headerFrom: text, envelopeFrom: ordinal % 3 === 0 ? null : text };
    const reasons = [{ type: text, comment: text }];
    const dkim = [{ domain: text, selector: text, result: "pass", humanResult: text }];
    const spf = ordinal % 5 === 0 ? [] : [{ domain: text, scope: text, result: text, humanResult: text }];
    const authResults = { dkim: [...dkim, ...dkim], spf };
    const changes = { sourceIp, identifiers, authResults, policyEvaluated: { reasons } };
    return aRecord({ ordinal, count: Number.MAX_SAFE_INTEGER - ordinal, ...changes });
  });
}

async function readRows(reportId: string): Promise<unknown[]> {
  const query = "SELECT * EXCEPT report_id FROM records WHERE report_id = {reportId:String} ORDER BY ordinal";
  return engine.select(query, { reportId });
}

test("rows of a large report are those that lines make, whatever its texts and times are", async () => {
  const reporter = hostile.join("");
  for (const [index, dateRange] of [
    { begin: -5, end: 2 ** 33 },
    { begin: 0, end: 1_767_225_600 },
  ].entries()) {
    const lines = createRecords(1500).map(encodeRecord);
    const [one, other] = [`rpt_file_${index}`, `rpt_lines_${index}`].map((reportId) => {
      const { row } = sampleReport({ organizationId, reportId });
      return {
        report: { ...row, reporterDomain: reporter, header: { ...row.header, reporter, dateRange } },
        attempt: 7,
        lines,
      };
    });
    if (!one || !other) throw new Error("there are two reports");
    const before = files;
    await insertRecords(engine, [one]);
    await insertRecords(withoutFiles(), [other]);
    expect(files).toBe(before + 1);
    const rows = await readRows(one.report.reportId);
    expect(rows).toHaveLength(1500);
    expect(rows).toEqual(await readRows(other.report.reportId));
  }
});

test("large reports, in several batches and one after the other, are stored completely beside small ones", async () => {
  const lines = Array.from({ length: 6000 }, (_, ordinal) => encodeRecord(aRecord({ ordinal })));
  const toBatch = (reportId: string, part: readonly string[]) => {
    return { report: sampleReport({ organizationId, reportId }).row, attempt: 1, lines: part };
  };
  const parts = [lines.slice(0, 3000), lines.slice(3000)];
  await insertRecords(engine, [
    ...parts.map((part) => toBatch("rpt_first", part)),
    toBatch("rpt_small", lines.slice(0, 2)),
    ...parts.map((part) => toBatch("rpt_second", part)),
  ]);
  const counts = ["rpt_first", "rpt_second", "rpt_small"].map(async (id) => (await readRows(id)).length);
  expect(await Promise.all(counts)).toEqual([6000, 6000, 2]);
  expect(existsSync(join(folder.path, "{a,b}*", "rows-to-insert"))).toBe(false);
});

test("lines that lack the last column, as a message of an earlier release does, are accepted", async () => {
  const lines = createRecords(1500).map((record) => {
    const values: unknown[] = JSON.parse(`[${encodeRecord(record)}]`);
    return JSON.stringify(values.slice(0, -1)).slice(1, -1);
  });
  const [one, other] = ["rpt_older", "rpt_older_lines"].map((reportId) => {
    return { report: sampleReport({ organizationId, reportId }).row, attempt: 1, lines };
  });
  if (!one || !other) throw new Error("there are two reports");
  await insertRecords(engine, [one]);
  await insertRecords(withoutFiles(), [other]);
  expect(await readRows("rpt_older")).toEqual(await readRows("rpt_older_lines"));
});

test.each([
  ["an address that cannot be parsed", (line: string) => line.replace("192.0.2.2", "x")],
  ["a text that does not end", (line: string) => `${line}"`],
  ["half a line", (line: string) => line.slice(0, line.length / 2)],
])("%s is refused, and nothing of its insert is stored", async (what, spoil) => {
  const lines = createRecords(1500).map(encodeRecord);
  const { row } = sampleReport({ organizationId, reportId: `rpt ${what}` });
  const spoiled = lines.with(2, spoil(lines[2] ?? ""));
  const inserting = insertRecords(engine, [{ report: row, attempt: 1, lines: spoiled }]);
  await expect(inserting).rejects.toThrow(RefusedWriteError);
  expect(await readRows(row.reportId)).toEqual([]);
});
