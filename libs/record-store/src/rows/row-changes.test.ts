import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aRecord } from "@ruaflow/report/testing";
import { RowChange } from "@ruaflow/runtime/row-change";
import { afterAll, beforeAll, expect, expectTypeOf, test } from "vitest";
import { createEmbeddedEngine } from "../engine/embedded.ts";
import type { Engine, InsertingEngine, WritingEngine } from "../engine/engine.ts";
import { migrate } from "../migrations/migrate.ts";
import { sampleReport } from "../testing/sample-report.ts";
import { toBatch } from "../testing/store-reports.ts";
import type { deleteReports } from "./delete-reports.ts";
import { insertRecords } from "./insert-records.ts";
import { createRowChanges, onlyInto } from "./row-changes.ts";
import type { copySourceFacts } from "./source-facts.ts";

const organizationId = "org";
const report = sampleReport({ organizationId, reportId: "rpt", records: [aRecord()] });
const deletion = { reports: [report.row] };

let folder: string;
let engine: WritingEngine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-changes-"));
  engine = await createEmbeddedEngine(folder);
  await migrate(engine);
});

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const countRows = () => engine.select("SELECT 1 FROM records", {}).then(({ length }) => length);

test("a function that changes rows takes no engine that a question has, nor one that only inserts", () => {
  type Takes<Given> = (engine: Given, ...rest: never[]) => unknown;
  expectTypeOf<typeof deleteReports>().toExtend<Takes<WritingEngine>>();
  expectTypeOf<typeof deleteReports>().not.toExtend<Takes<InsertingEngine>>();
  expectTypeOf<typeof copySourceFacts>().not.toExtend<Takes<Engine>>();
  expectTypeOf<typeof insertRecords>().not.toExtend<Takes<Engine>>();
});

test("each of them is refused when the change is over, or was announced for another organization", async () => {
  await insertRecords(engine, [toBatch(report)]);
  const verbs = createRowChanges(engine);
  const domain = { organizationId, domainId: report.row.domainId };
  const old = { domainIds: [domain.domainId], beforeDay: "2100-01-01" };
  const over = new RowChange([organizationId, ""]);
  over.end();
  for (const change of [over, new RowChange(["other"])]) {
    const calls: Record<keyof typeof verbs, () => Promise<void>> = {
      markDeleted: () => verbs.markDeleted(change, domain),
      deleteDomains: () => verbs.deleteDomains(change, [domain]),
      deleteOldReports: () => verbs.deleteOldReports(change, organizationId, old),
      deleteReports: () => verbs.deleteReports(change, organizationId, deletion),
      deleteSurplus: () => verbs.deleteSurplus(change, organizationId, { ...deletion, attempt: 2n }),
      copySourceFacts: () => verbs.copySourceFacts(change, []),
      saveVerdicts: () => verbs.saveVerdicts(change, organizationId, { judgedAt: new Date(), saved: [], removed: [] }),
    };
    for (const call of Object.values(calls)) await expect(call()).rejects.toThrow("is not announced");
  }
  expect(await countRows()).toBe(1);
  await verbs.deleteReports(new RowChange([organizationId]), organizationId, deletion);
  expect(await countRows()).toBe(0);
});

test("rows are inserted without a change into the named tables alone", async () => {
  const inserting = onlyInto(engine, ["records"]);
  await insertRecords(inserting, [toBatch(report)]);
  expect(await countRows()).toBe(1);
  const facts = "INSERT INTO source_facts (address) FORMAT JSONCompactEachRow";
  await expect(inserting.insert(facts, ['["::1"]'])).rejects.toThrow("'source_facts' change only within");
});

test("a change that failed is settled once no mutation of its time is under way", async () => {
  const change = new RowChange([organizationId]);
  const lost: WritingEngine = {
    ...engine,
    async command(query, params) {
      await engine.command("SYSTEM STOP MERGES records", {});
      await engine.command(query.replace("mutations_sync = 2", "mutations_sync = 0"), params);
      throw new Error("the response is lost");
    },
  };
  await expect(createRowChanges(lost).deleteReports(change, organizationId, deletion)).rejects.toThrow("is lost");
  expect([await change.isSettled(), await countRows()]).toEqual([false, 1]);
  await engine.command("SYSTEM START MERGES records", {});
  await expect.poll(() => change.isSettled(), { timeout: 20_000 }).toBe(true);
  expect(await countRows()).toBe(0);
});
