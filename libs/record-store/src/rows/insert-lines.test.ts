import { encodeRecord } from "@ruaflow/report/message";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmbeddedEngine } from "../engine/embedded.ts";
import type { WritingEngine } from "../engine/engine.ts";
import { migrate } from "../migrations/migrate.ts";
import { sampleReport } from "../testing/sample-report.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../testing/temporary-folder.ts";
import { insertRecords } from "./insert-records.ts";
import { readBack } from "./read-back.ts";

const organizationId = "org_lines";

describe("an insert", () => {
  let folder: TemporaryFolder;
  let engine: WritingEngine;
  const inserts: { statement: string; rows: number; characters: number }[] = [];
  beforeAll(async () => {
    folder = await createTemporaryFolder();
    // As a server, which has no file.
    const { insertFile: _, ...opened } = await createEmbeddedEngine(folder.path);
    await migrate(opened);
    engine = {
      ...opened,
      insert: (statement, lines) => {
        inserts.push({ statement, rows: lines.length, characters: lines.join("").length });
        return opened.insert(statement, lines);
      },
    };
  });
  afterAll(async () => {
    await engine.close();
    await folder.remove();
  });

  it("is split at 100,000 rows, even within a report", async () => {
    inserts.length = 0;
    const { row } = sampleReport({ organizationId, reportId: "rpt_many" });
    const lines = Array.from({ length: 100_002 }, (_, ordinal) => encodeRecord(aRecord({ ordinal })));
    await insertRecords(engine, [{ report: row, attempt: 1, lines }]);
    expect(inserts.map(({ rows }) => rows)).toEqual([100_000, 2]);
    expect(await readBack(engine, organizationId, [row])).toMatchObject([{ rows: 100_002, ordinals: 100_002 }]);
  });

  it("is split near 32 Mi characters", async () => {
    inserts.length = 0;
    const { row } = sampleReport({ organizationId, reportId: "rpt_long" });
    const identifiers = { headerFrom: "x".repeat(2 ** 20) };
    const lines = Array.from({ length: 40 }, (_, ordinal) => encodeRecord(aRecord({ ordinal, identifiers })));
    await insertRecords(engine, [{ report: row, attempt: 1, lines }]);
    expect(inserts).toHaveLength(2);
    for (const { characters } of inserts) expect(characters).toBeLessThan(34 * 2 ** 20);
  });

  it("accepts lines that lack the last column, as a message of an earlier release does", async () => {
    const { row } = sampleReport({ organizationId, reportId: "rpt_older" });
    const values: unknown[] = JSON.parse(`[${encodeRecord(aRecord())}]`);
    const line = JSON.stringify(values.slice(0, -1)).slice(1, -1);
    await insertRecords(engine, [{ report: row, attempt: 1, lines: [line] }]);
    expect(await readBack(engine, organizationId, [row])).toMatchObject([{ rows: 1, ordinals: 1 }]);
  });

  it("without rows does not reach the engine", async () => {
    inserts.length = 0;
    const { row } = sampleReport({ organizationId, reportId: "rpt_none" });
    await insertRecords(engine, [
      { report: row, attempt: 1, lines: Buffer.alloc(0) },
      { report: row, attempt: 1, lines: [] },
    ]);
    expect(inserts).toEqual([]);
  });

  it("is synchronous and not deduplicated, for any defaults of the engine", async () => {
    inserts.length = 0;
    const { row } = sampleReport({ organizationId, reportId: "rpt_settings" });
    await insertRecords(engine, [{ report: row, attempt: 1, lines: [encodeRecord(aRecord())] }]);
    for (const setting of ["async_insert = 0", "insert_deduplicate = 0", "deduplicate_insert = 'disable'"]) {
      expect(inserts[0]?.statement).toContain(setting);
    }
  });

  it("over 240 months, which forged dates can cause, creates no more partitions than the engine accepts at once", async () => {
    const days = Array.from({ length: 240 }, (_, month) =>
      new Date(Date.UTC(2011, month, 9)).toISOString().slice(0, 10),
    );
    const reports = days.map((day) => sampleReport({ organizationId, reportId: `rpt_${day}`, day }));
    const lines = [encodeRecord(aRecord())];
    await insertRecords(
      engine,
      reports.map(({ row }) => ({ report: row, attempt: 1, lines })),
    );
    const partitions = await engine.select<{ id: string }>(
      "SELECT DISTINCT _partition_id AS id FROM records WHERE organization_id = {organizationId:String} AND report_id LIKE 'rpt_2%'",
      { organizationId },
    );
    expect(partitions.map(({ id }) => id)).toEqual(expect.arrayContaining(["0", "2012", "202602"]));
    expect(partitions.length).toBeLessThan(40);
  });
});
