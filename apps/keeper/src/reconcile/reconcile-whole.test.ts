import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ReconcileFixture, startReconcileFixture } from "../testing/index.ts";
import { type ReconcileOptions, reconcile } from "./reconcile.ts";

// Each damage and each repair rewrites parts.
vi.setConfig({ testTimeout: 120_000 });

let fixture: ReconcileFixture;
let owner: { organizationId: string; domainId: string };

beforeAll(async () => {
  fixture = await startReconcileFixture();
  owner = await fixture.createOrganization();
});

afterAll(() => fixture.stop());

/** Compares everything. */
function run(options: Partial<ReconcileOptions> = {}) {
  const { metadata, records } = fixture;
  return reconcile({ metadata, records, repair: true, deleteUnknown: true, recheckAfterMs: 0, ...options });
}

test("rows of organizations that PostgreSQL does not have are unknown", async () => {
  const report = await fixture.store(owner);
  await fixture.insert({ ...report, row: { ...report.row, organizationId: "org_gone", domainId: "dom_gone" } });
  expect(await run()).toMatchObject({ found: { unknown: 1 }, deleted: 1, left: [] });
  expect(await fixture.readRows(report)).toEqual([3, 3, 6, 1]);
});

test("a restored ledger is trusted again once all reports were compared and no unknown rows are left", async () => {
  const { reports } = fixture.metadata;
  await reports.compareLedger((await reports.createAttempt()) + 10n);
  const unknown = await fixture.store(owner, { isStored: false });
  await executeSql(fixture.databaseUrl, `DELETE FROM report_ledger WHERE report_id = '${unknown.row.reportId}'`);
  await run({ deleteUnknown: false });
  await run({ repair: false });
  await run({ since: "2026-03-01" });
  await run({ organizationId: "org_other" });
  expect(await reports.readSetBack()).not.toBeNull();
  await run();
  expect(await reports.readSetBack()).toBeNull();
});

test("the result of a whole comparison is kept, that of a part is not", async () => {
  const { metadata } = fixture;
  const report = await fixture.store(owner, { hasRows: false, isKept: false });
  await run({ since: "2026-03-01" });
  expect(await metadata.watch.readReconciliation()).toMatchObject({ missing: 0 });
  await run();
  expect(await metadata.watch.readReconciliation()).toMatchObject({ reports: 2, missing: 1, unknown: 0 });
  await fixture.insert(report);
  await run({ repair: false });
  expect(await metadata.watch.readReconciliation()).toMatchObject({ reports: 2, missing: 0 });
});
