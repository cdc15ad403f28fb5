import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aClaim } from "../../testing/a-claim.ts";
import { pauseAt, type ReportFixture, startReportFixture } from "../../testing/report-fixture.ts";
import { createAttempt } from "./ledger-state.ts";
import { type RowVisibility, readRowVisibility } from "./row-visibility.ts";

const NOTHING: RowVisibility = {
  version: 0n,
  attempt: 0n,
  hiddenAttempts: [],
  hiddenReports: [],
  countingOrganizations: [],
};

let fixture: ReportFixture;
let owner: { readonly organizationId: string; readonly domainId: string };

beforeAll(async () => {
  fixture = await startReportFixture();
  const { organizationId, domainIds } = await fixture.createOrganization(1);
  owner = { organizationId, domainId: domainIds[0] ?? "" };
});

beforeEach(() => fixture.database.query("TRUNCATE report_ledger, open_attempts, displaced_reports"));

afterAll(() => fixture.stop());

async function read(database = fixture.database): Promise<RowVisibility> {
  const visibility = await readRowVisibility(database, NOTHING);
  return visibility ?? expect.fail("nothing was read");
}

const hidden = async () => {
  const { hiddenAttempts, hiddenReports } = await read();
  return { attempts: hiddenAttempts.length, reports: hiddenReports };
};

test("rows of an attempt are hidden until its T2, as are those of later attempts", async () => {
  const { attempt: before } = await read();
  const pending = await fixture.claim([owner, owner]);
  expect(await read()).toMatchObject({ attempt: before + 1n, hiddenAttempts: [before + 1n], hiddenReports: [] });
  await pending.complete();
  expect(await read()).toMatchObject({ attempt: before + 1n, hiddenAttempts: [], hiddenReports: [] });
  expect(await fixture.database.query("SELECT 1 FROM open_attempts")).toEqual([]);
});

test("of an attempt that is stored in part, only the pending reports are hidden", async () => {
  const { reportIds } = await fixture.claim([owner, owner]);
  await fixture.database.query("UPDATE report_ledger SET state = 'stored' WHERE report_id = $1", [reportIds[0]]);
  expect(await hidden()).toEqual({ attempts: 0, reports: [reportIds[1]] });
});

test("a report that another attempt took over hides both attempts until it is stored", async () => {
  const claim = aClaim(owner);
  await fixture.store.reports.claimReports([claim]);
  const { results } = await fixture.store.reports.claimReports([{ ...claim, submissionId: "sub_b" }]);
  expect(results).toEqual(["uncertain"]);
  expect(await hidden()).toEqual({ attempts: 2, reports: [] });
  await fixture.database.query("UPDATE report_ledger SET state = 'stored'");
  expect(await hidden()).toEqual({ attempts: 0, reports: [] });
});

test("reports that were pending before attempts were noted are hidden one by one", async () => {
  const { reportIds } = await fixture.claim([owner, owner]);
  await fixture.database.query("UPDATE open_attempts SET attempt = 0");
  expect(await hidden()).toEqual({ attempts: 0, reports: reportIds.toSorted() });
});

test("a displaced report is hidden, and organizations that count all reports are named", async () => {
  const [id] = await fixture.storeReports([owner]);
  await fixture.database.query(
    "INSERT INTO displaced_reports (report_id, organization_id, domain_id, day) VALUES ($1, 'o', 'd', '2026-01-01')",
    [id],
  );
  expect(await hidden()).toEqual({ attempts: 0, reports: [id] });
  await fixture.store.tenants.setCountUnauthenticated(owner.organizationId, true);
  expect((await read()).countingOrganizations).toEqual([owner.organizationId]);
});

test("nothing is read anew while nothing changed; a number drawn for a repair is a change", async () => {
  const published = await read();
  expect(await readRowVisibility(fixture.database, published)).toBeNull();
  await createAttempt(fixture.database);
  const next = await readRowVisibility(fixture.database, published);
  expect(next).toMatchObject({ version: published.version + 1n, attempt: published.attempt + 1n });
  // Another process read it and may have died before it told ClickHouse.
  expect(await readRowVisibility(fixture.database, published)).toMatchObject({ version: published.version + 2n });
});

test("a version is greater than that of ClickHouse, also in a database restored from a backup", async () => {
  const { version } = await read();
  const published = { ...NOTHING, version: version + 1000n };
  expect(await readRowVisibility(fixture.database, published)).toMatchObject({ version: version + 1001n });
});

test("an older snapshot never has the greater version", async () => {
  const pending = await fixture.claim([owner]);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const paused = pauseAt(fixture.database, { matches: /last_attempt/, before: false, opened });
  const slow = read(paused.database);
  await paused.reached;
  await pending.complete();
  const quick = read();
  open();
  const [older, newer] = await Promise.all([slow, quick]);
  expect(older.hiddenAttempts).toHaveLength(1);
  expect(newer.hiddenAttempts).toHaveLength(0);
  expect(newer.version).toBeGreaterThan(older.version);
});
