import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collect, pauseAt, type ReportFixture, startReportFixture } from "../../testing/report-fixture.ts";

const everything = { startDate: "1970-01-01", endDate: "2149-06-06" };

let fixture: ReportFixture;

beforeAll(async () => {
  fixture = await startReportFixture();
});

afterAll(() => fixture.stop());

/** Reads the feed from `after` to its end. */
async function follow(organizationId: string, after: number, limit = 10, filter: object = {}) {
  const ids: string[] = [];
  for (let next = after; ; ) {
    const feed = await fixture.store.reports.readReportFeed(organizationId, {
      ...everything,
      ...filter,
      after: next,
      limit,
    });
    ids.push(...(feed?.reports ?? []).map(({ reportId }) => reportId));
    next = feed?.next ?? expect.fail("the feed does not know the cursor");
    if (!feed?.hasMore) return { ids, next };
  }
}

const countListed = async (organizationId: string, filter: object = {}) =>
  fixture.store.reports.listReports(organizationId, { ...everything, ...filter, page: 1, perPage: 100 });

test("reports are numbered for each organization in the order of the commits, then of their batch", async () => {
  const { organizationId, domainIds } = await fixture.createOrganization();
  const other = await fixture.createOrganization();
  const [domainId = ""] = domainIds;
  const first = await fixture.storeReports([
    { organizationId, domainId },
    { organizationId: other.organizationId, domainId: other.domainIds[0] ?? "" },
    { organizationId, domainId, day: "2025-01-01" },
  ]);
  const second = await fixture.storeReports([{ organizationId, domainId }]);
  expect(await follow(organizationId, 0, 2)).toEqual({ ids: [first[0], first[2], ...second], next: 3 });
  expect(await follow(other.organizationId, 0)).toEqual({ ids: [first[1]], next: 1 });
});

// Different days: otherwise the locks of the day's sums would already serialize the two.
test.for([
  ["begins first and gets its numbers last", { matches: /INSERT INTO report_days/, before: true }],
  ["has its numbers first and commits last", { matches: /INSERT INTO stored_reports/, before: false }],
] as const)("no report is skipped by who reads while a T2 %s", async ([, at]) => {
  const { organizationId, domainIds } = await fixture.createOrganization();
  const [domainId = ""] = domainIds;
  const slow = await fixture.claim([{ organizationId, domainId, day: "2026-01-01" }]);
  const quick = await fixture.claim([{ organizationId, domainId, day: "2026-01-02" }]);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const paused = pauseAt(fixture.database, { ...at, opened });
  const slowly = slow.complete(paused.database);
  await paused.reached;
  const quickly = quick.complete();
  // A slow one without numbers blocks no other. With numbers it does: that the quick one waits, only time tells.
  await (at.before ? quickly : sleep(300));
  const seen = await follow(organizationId, 0);
  expect(seen.ids).toEqual(at.before ? quick.reportIds : []);
  open();
  await Promise.all([slowly, quickly]);
  const later = await follow(organizationId, seen.next);
  expect([...seen.ids, ...later.ids].sort()).toEqual([...slow.reportIds, ...quick.reportIds].sort());
});

test("concurrent writers leave no gap and use no number twice", async () => {
  const { organizationId, domainIds } = await fixture.createOrganization(2);
  const batches = Array.from({ length: 30 }, (_, index) =>
    fixture.storeReports(
      Array.from({ length: 1 + (index % 4) }, (_, place) => ({
        organizationId,
        domainId: domainIds[place % 2] ?? "",
        day: `2026-01-1${(index + place) % 10}`,
      })),
    ),
  );
  const stored = (await Promise.all(batches)).flat();
  const { ids, next } = await follow(organizationId, 0, 7);
  expect(ids.toSorted()).toEqual(stored.toSorted());
  expect(next).toBe(stored.length);
});

test("a feed applies its filter, and rejects a cursor beyond the last report", async () => {
  const { organizationId, domainIds } = await fixture.createOrganization(2);
  const [one = "", two = ""] = domainIds;
  const ids = await fixture.storeReports([
    { organizationId, domainId: one, reporter: "Yahoo" },
    { organizationId, domainId: two, day: "2026-02-01" },
    { organizationId, domainId: one },
  ]);
  expect((await follow(organizationId, 0, 1, { domainIds: [one] })).ids).toEqual([ids[0], ids[2]]);
  expect((await follow(organizationId, 0, 10, { reporter: "Yahoo" })).ids).toEqual([ids[0]]);
  expect((await follow(organizationId, 0, 10, { startDate: "2026-01-15" })).ids).toEqual([ids[1]]);
  expect(await follow(organizationId, 0, 10, { reporter: "none" })).toEqual({ ids: [], next: 3 });
  expect(await fixture.store.reports.readReportFeed(organizationId, { ...everything, after: 4, limit: 1 })).toBeNull();
});

test("a feed scans a bounded number of reports for each answer, and still reaches the last", async () => {
  const { organizationId, domainIds } = await fixture.createOrganization();
  const [domainId = ""] = domainIds;
  const [id] = await fixture.storeReports([{ organizationId, domainId }]);
  await fixture.database.query("UPDATE stored_reports SET sequence = 120000 WHERE organization_id = $1", [
    organizationId,
  ]);
  await fixture.database.query("UPDATE report_sequences SET last_sequence = 120000 WHERE organization_id = $1", [
    organizationId,
  ]);
  const first = await fixture.store.reports.readReportFeed(organizationId, { ...everything, after: 0, limit: 10 });
  expect(first).toEqual({ reports: [], next: 50_000, hasMore: true });
  expect(await follow(organizationId, 0)).toEqual({ ids: [id], next: 120_000 });
});

test("a reporter's name may be long and have characters that PostgreSQL refuses", async () => {
  const { organizationId, domainIds } = await fixture.createOrganization();
  const [domainId = ""] = domainIds;
  const names = ["\u{1f600}".repeat(5_000), `${"\u{1f600}".repeat(5_000)}x`, "a\0b", "half \ud83d"];
  await fixture.storeReports(names.map((reporter) => ({ organizationId, domainId, reporter })));
  for (const reporter of names) expect((await countListed(organizationId, { reporter })).total).toBe(1);
});

test("reports of a domain that is being deleted are in no list, feed or export and not found by id", async () => {
  const { organizationId, domainIds } = await fixture.createOrganization(2);
  const [gone = "", stays = ""] = domainIds;
  const ids = await fixture.storeReports([
    { organizationId, domainId: gone },
    { organizationId, domainId: stays },
    { organizationId, domainId: gone, day: "2026-01-05" },
  ]);
  await fixture.store.domains.beginDeletion(organizationId, gone);
  const expectGone = async () => {
    const { reports, total } = await countListed(organizationId);
    expect([reports.map(({ reportId }) => reportId), total]).toEqual([[ids[1]], 1]);
    expect((await countListed(organizationId, { domainIds: [gone] })).total).toBe(0);
    expect((await follow(organizationId, 0)).ids).toEqual([ids[1]]);
    const exported = await collect(fixture.store.reports.exportReports(organizationId, everything));
    expect(exported.map(({ reportId }) => reportId)).toEqual([ids[1]]);
    expect(await fixture.store.reports.readLedger(organizationId, ids[0] ?? "")).toBeNull();
  };
  await expectGone();
  await fixture.store.domains.deleteDomainData([{ organizationId, domainId: gone }]);
  await expectGone();
  await fixture.store.domains.finishDeletions([{ organizationId, domainId: gone }]);
  await expectGone();
});

test("old reports of a domain whose deletion has begun are not taken from the sums a second time", async () => {
  const { organizationId, domainIds } = await fixture.createOrganization(2);
  const [gone = "", stays = ""] = domainIds;
  await fixture.storeReports([gone, stays].map((domainId) => ({ organizationId, domainId, day: "2026-01-01" })));
  const readDays = () => fixture.store.reports.readReportDays(organizationId, everything);
  await fixture.store.domains.beginDeletion(organizationId, gone);
  const before = await readDays();
  expect(before).toMatchObject([{ reports: 1 }]);
  // Retention had listed its domains before the deletion began.
  await fixture.store.reports.removeOldReports(organizationId, { domainIds: [gone], beforeDay: "2026-02-01" });
  expect(await readDays()).toEqual(before);
});

test("old reports leave the list and the sums of their days together, also those added in between", async () => {
  const { organizationId, domainIds } = await fixture.createOrganization(2);
  const [domainId = "", other = ""] = domainIds;
  const days = ["2025-12-31", "2025-12-31", "2026-01-01"];
  await fixture.storeReports(days.map((day) => ({ organizationId, domainId, day })));
  await fixture.storeReports([{ organizationId, domainId: other, day: "2025-12-31" }]);
  const old = { domainIds: [domainId], beforeDay: "2026-01-01" };
  const late = fixture.storeReports(days.map((day) => ({ organizationId, domainId, day })));
  await Promise.all([fixture.store.reports.removeOldReports(organizationId, old), late]);
  await fixture.store.reports.removeOldReports(organizationId, old);
  const { reports, total } = await countListed(organizationId);
  expect([reports.length, total]).toEqual([3, 3]);
  const sums = await fixture.store.reports.readReportDays(organizationId, everything);
  expect(sums.map((day) => [day.day, day.reports, day.messages])).toEqual([
    ["2025-12-31", 1, 10],
    ["2026-01-01", 2, 20],
  ]);
  expect(
    (await fixture.store.reports.readReportDays(organizationId, { ...everything, domainIds: [domainId] })).length,
  ).toBe(1);
});
