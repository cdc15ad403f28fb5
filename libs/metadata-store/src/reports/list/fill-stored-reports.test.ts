import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReportFixture, startReportFixture } from "../../testing/report-fixture.ts";
import type { ReportsSource } from "./fill-stored-reports.ts";

const everything = { startDate: "1970-01-01", endDate: "2149-06-06", page: 1, perPage: 1000 };
const NOON = new Date("2026-01-01T12:00:00Z");
/** More domains than one transaction fills. */
const DOMAINS = 60;

let fixture: ReportFixture;

beforeAll(async () => {
  fixture = await startReportFixture();
});

afterAll(() => fixture.stop());

/** An organization whose reports were stored before the list existed, and their ids. */
async function createOldOrganization() {
  const { organizationId, domainIds } = await fixture.createOrganization(DOMAINS);
  const facts = domainIds.flatMap((domainId) => [
    { organizationId, domainId },
    { organizationId, domainId },
  ]);
  const reportIds = await fixture.storeReports(facts);
  const pending = await fixture.claim([{ organizationId, domainId: domainIds[0] ?? "" }]);
  const forget = (sql: string) => fixture.database.query(`${sql} WHERE organization_id = $1`, [organizationId]);
  await forget("DELETE FROM stored_reports");
  await forget("DELETE FROM report_sequences");
  await forget("INSERT INTO stored_reports_due SELECT DISTINCT organization_id, domain_id FROM report_ledger");
  const owned = [...reportIds, ...pending.reportIds].map((reportId, index) => ({
    reportId,
    domainId: facts[index]?.domainId ?? domainIds[0] ?? "",
  }));
  const sums = { messages: 10, passed: 7, spfPassed: 2, dkimPassed: 1 };
  const listed = {
    reporter: "google.com",
    begin: NOON,
    end: NOON,
    receivedAt: NOON,
    trust: "upload",
    trustReason: null,
  } as const;
  /** ClickHouse also has rows of pending reports. */
  const source: ReportsSource = async function* (organization, asked) {
    const found = owned.filter(({ domainId }) => asked.includes(domainId));
    for (let start = 0; start < found.length; start += 30) {
      yield found
        .slice(start, start + 30)
        .map((one) => ({ ...one, organizationId: organization, day: "2026-01-01", ...sums, ...listed }));
    }
    yield [];
  };
  return { organizationId, domainIds, reportIds, pending, source };
}

const listIds = async (organizationId: string) =>
  (await fixture.store.reports.listReports(organizationId, everything)).reports.map(({ reportId }) => reportId).sort();

test("reports stored by an earlier release are listed once after the fill, also when two processes fill", async () => {
  const { organizationId, reportIds, pending, source } = await createOldOrganization();
  expect(await listIds(organizationId)).toEqual([]);
  const remaining: number[] = [];
  const fill = () => fixture.store.reports.fillStoredReports(source, (left) => remaining.push(left));
  await Promise.all([fill(), fill()]);
  expect([remaining[0], remaining.at(-1)]).toEqual([DOMAINS, DOMAINS - 50]);
  expect(await listIds(organizationId)).toEqual(reportIds.toSorted());
  await pending.complete();
  expect(await listIds(organizationId)).toEqual([...reportIds, ...pending.reportIds].sort());
});

test("an interrupted fill continues where it stopped, and a report stored in the meantime is listed once", async () => {
  const { organizationId, domainIds, reportIds, pending, source } = await createOldOrganization();
  let asked = 0;
  const breakOff: ReportsSource = async function* (organization, some) {
    asked += 1;
    yield* source(organization, some);
    if (asked === 2) throw new Error("ClickHouse is gone");
  };
  await expect(fixture.store.reports.fillStoredReports(breakOff)).rejects.toThrow("ClickHouse is gone");
  expect((await listIds(organizationId)).length).toBe(100);
  await pending.complete();
  const news = await fixture.storeReports([{ organizationId, domainId: domainIds.toSorted().at(-1) ?? "" }]);
  await fixture.store.reports.fillStoredReports(source);
  expect(await listIds(organizationId)).toEqual([...reportIds, ...pending.reportIds, ...news].sort());
  await fixture.store.reports.fillStoredReports(() => expect.fail("nothing is due"));
});
