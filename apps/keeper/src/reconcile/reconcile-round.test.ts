import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ReconcileFixture, startReconcileFixture } from "../testing/index.ts";
import { createReconcileRound } from "./reconcile-round.ts";

// Each damage and each repair rewrites parts.
vi.setConfig({ testTimeout: 120_000 });

const HOUR_MS = 3_600_000;
let fixture: ReconcileFixture;
let owner: { organizationId: string; domainId: string };

beforeAll(async () => {
  fixture = await startReconcileFixture();
  owner = await fixture.createOrganization();
});

afterAll(() => fixture.stop());

/** A round of a process of its own, some hours from now. */
async function round({ hours, repairs = false }: { readonly hours: number; readonly repairs?: boolean }) {
  const metrics = createMetrics();
  const work = createReconcileRound({
    ...fixture,
    metrics,
    logger: createLogger({ app: "test", level: "silent" }),
    reconcileEveryMs: 24 * HOUR_MS,
    reconcileRepairs: repairs,
    now: () => new Date(Date.now() + hours * HOUR_MS),
  });
  expect(await work(new AbortController().signal)).toBe(false);
  const values = [...(await metrics.render()).matchAll(/^ruaflow_reconcile_(\w+) (\S+)$/gm)];
  return Object.fromEntries(values.map(([, name, value]) => [name, Number(value)]));
}

test("reports are compared when it is due, and what differs is repaired only where that is set", async () => {
  const intact = { missing_reports: 0, altered_reports: 0, extra_reports: 0 };
  const report = await fixture.store(owner);
  const first = await round({ hours: 0 });
  expect(first).toMatchObject(intact);
  expect(Math.abs(Number(first.last_run_timestamp_seconds) - Date.now() / 1000)).toBeLessThan(60);
  const { reportId } = report.row;
  await fixture.tamper(
    `ALTER TABLE ruaflow.records DELETE WHERE report_id = '${reportId}' AND ordinal = 1 SETTINGS mutations_sync = 2`,
  );
  expect(await round({ hours: 23 })).toEqual(first);
  expect(await round({ hours: 25 })).toMatchObject({ ...intact, missing_reports: 1 });
  expect(await fixture.readRows(report)).toEqual([2, 2, 4, 1]);
  expect(await round({ hours: 25, repairs: true })).toMatchObject(intact);
  expect(await fixture.readRows(report)).toEqual([3, 3, 6, 1]);
});

test("rows that are there twice, and rows of unknown reports, are extra; the latter are not deleted", async () => {
  const report = await fixture.store(owner);
  await fixture.insert(report);
  await fixture.insert({ ...report, row: { ...report.row, day: "2026-02-02" } });
  expect(await round({ hours: 25 })).toMatchObject({ extra_reports: 2 });
  expect(await round({ hours: 25, repairs: true })).toMatchObject({ extra_reports: 2 });
  await fixture.tamper("ALTER TABLE ruaflow.records DELETE WHERE day = '2026-02-02' SETTINGS mutations_sync = 2");
  await fixture.tamper("ALTER TABLE ruaflow.reports DELETE WHERE day = '2026-02-02' SETTINGS mutations_sync = 2");
  expect(await round({ hours: 25, repairs: true })).toMatchObject({ extra_reports: 0 });
  expect(await fixture.readRows(report)).toEqual([3, 3, 6, 1]);
});

test("a comparison that is stopped ends at once, and is not taken for a whole one", async () => {
  await fixture.store(owner, { hasRows: false });
  const before = await fixture.metadata.watch.readReconciliation();
  const stopping = new AbortController();
  const readReportSums: typeof fixture.records.readReportSums = async (...args) => {
    stopping.abort();
    return fixture.records.readReportSums(...args);
  };
  const work = createReconcileRound({
    ...fixture,
    records: { ...fixture.records, readReportSums },
    metrics: createMetrics(),
    logger: createLogger({ app: "test", level: "silent" }),
    reconcileEveryMs: 0,
    reconcileRepairs: true,
    now: () => new Date(),
  });
  await work(stopping.signal);
  expect(stopping.signal.aborted).toBe(true);
  expect(await fixture.metadata.watch.readReconciliation()).toEqual(before);
});
