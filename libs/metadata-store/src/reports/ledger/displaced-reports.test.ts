import { afterAll, beforeAll, expect, test } from "vitest";
import { executeSql } from "../../testing/index.ts";
import { type ReportFixture, startReportFixture } from "../../testing/report-fixture.ts";

let fixture: ReportFixture;

beforeAll(async () => {
  fixture = await startReportFixture();
});
afterAll(() => fixture.stop());

const period = { startDate: "2026-01-01", endDate: "2026-01-01" };

test("sums contain authentic reports, unless all or only the others are asked for", async () => {
  const { organizationId, domainIds } = await fixture.createOrganization(1);
  const domainId = domainIds[0] ?? "";
  const one = { organizationId, domainId, day: "2026-01-01", passed: 0 };
  await fixture.storeReports([
    { ...one, messages: 10, trust: "dmarc" },
    { ...one, messages: 100, trust: "none", trustReason: "unaligned" },
  ]);
  for (const [counted, messages] of [
    [undefined, 10],
    ["authentic", 10],
    ["all", 110],
    ["none", 100],
  ] as const) {
    const filter = { ...period, ...(counted && { counted }) };
    const [day] = await fixture.store.reports.readReportDays(organizationId, filter);
    expect(day?.messages).toBe(messages);
  }
  expect((await fixture.store.reports.listReports(organizationId, { ...period, page: 1, perPage: 9 })).total).toBe(2);
});

test("a displaced report's rows are due for deletion at once, and again after ten minutes", async () => {
  const { organizationId, domainIds } = await fixture.createOrganization(1);
  const report = { organizationId, domainId: domainIds[0] ?? "", day: "2026-01-01", reportId: "rpt_displaced" };
  await executeSql(
    fixture.url,
    `INSERT INTO displaced_reports (report_id, organization_id, domain_id, day)
     VALUES ('${report.reportId}', '${organizationId}', '${report.domainId}', '${report.day}')`,
  );
  const list = () => fixture.store.reports.listDisplacedReports();
  expect(await list()).toEqual([report]);
  await fixture.store.reports.finishDisplacedReports([report]);
  expect(await list()).toEqual([]);
  const pass =
    "displaced_at = displaced_at - interval '10 min', next_deletion_at = next_deletion_at - interval '10 min'";
  await executeSql(fixture.url, `UPDATE displaced_reports SET ${pass}`);
  expect(await list()).toEqual([report]);
  await fixture.store.reports.finishDisplacedReports([report]);
  expect(await executeSql(fixture.url, "SELECT 1 FROM displaced_reports")).toEqual([]);
});

test("an answer waits for a displaced report's rows, which count beside those of the report in its place; the second deletion removes none", async () => {
  const { organizationId, domainIds } = await fixture.createOrganization(1);
  const { organizationId: otherId } = await fixture.createOrganization(1);
  const report = { organizationId, domainId: domainIds[0] ?? "", day: "2026-01-01", reportId: "rpt_waited_for" };
  const readChanging = async () =>
    (await fixture.store.reports.readAnswerVersions([organizationId, otherId])).map(({ isChanging }) => isChanging);
  expect(await readChanging()).toEqual([false, false]);
  await executeSql(
    fixture.url,
    `INSERT INTO displaced_reports (report_id, organization_id, domain_id, day)
     VALUES ('${report.reportId}', '${organizationId}', '${report.domainId}', '${report.day}')`,
  );
  expect(await readChanging()).toEqual([true, false]);
  await fixture.store.reports.finishDisplacedReports([report]);
  expect(await readChanging()).toEqual([false, false]);
  const pass =
    "displaced_at = displaced_at - interval '10 min', next_deletion_at = next_deletion_at - interval '10 min'";
  await executeSql(fixture.url, `UPDATE displaced_reports SET ${pass}`);
  expect(await readChanging()).toEqual([false, false]);
});
