import { startApi, type TestApi, type TestOrganization } from "@ruaflow/api/testing";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import { executeSql } from "@ruaflow/metadata-store/testing";
import type { Trust } from "@ruaflow/report";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteUnprovenReports } from "./delete-unproven-reports.ts";
import { createDisplacedRound } from "./displaced-round.ts";

const DAY_MS = 86_400_000;
const day = "2026-10-01";

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.stop());

type TestDomain = Awaited<ReturnType<TestOrganization["addVerifiedDomain"]>>;

/** Stores a report that was received so many days ago. */
function store(
  organization: TestOrganization,
  domain: TestDomain,
  facts: { trust: Trust; days: number; submissionId?: string },
) {
  const { days, ...given } = facts;
  return organization.storeReport({ domain, day, ...given, receivedAt: new Date(Date.now() - days * DAY_MS) });
}

async function list(organization: TestOrganization): Promise<string[]> {
  const { body } = await organization.ask<{ data: { id: string }[] }>({
    url: "/api/v1/reports?start_date=2026-09-01",
  });
  return body.data.map(({ id }) => id).sort();
}

const remove = () => deleteUnprovenReports({ ...api, now: () => new Date(), unprovenDays: 7 });

test("unproven reports go after their days, from the list, the sums and the rows; proven and younger ones stay", async () => {
  const organization = await api.createOrganization();
  const domain = await organization.addVerifiedDomain("days.example");
  const old = await store(organization, domain, { trust: "none", days: 8 });
  const kept = [
    await store(organization, domain, { trust: "none", days: 6 }),
    await store(organization, domain, { trust: "dmarc", days: 300 }),
    await store(organization, domain, { trust: "import", days: 300 }),
  ];
  await remove();
  expect(await list(organization)).toEqual(kept.toSorted());
  await createDisplacedRound(api)(new AbortController().signal);
  const rows = await api.records.readBack(organization.id, [{ domainId: domain.id, day, reportId: old }]);
  expect(rows).toMatchObject([{ rows: 0, reportRows: 0 }]);
  const sums = await executeSql(
    api.databaseUrl,
    `SELECT authentic, reports::int FROM report_days WHERE domain_id = '${domain.id}' ORDER BY authentic`,
  );
  expect(sums).toEqual([
    { authentic: false, reports: 1 },
    { authentic: true, reports: 2 },
  ]);
}, 60_000);

test("an organization that counts unproven reports keeps them, and proven reporters that are only new are not unproven", async () => {
  const counting = await api.createOrganization();
  const counted = await counting.addVerifiedDomain("counts.example");
  const report = await store(counting, counted, { trust: "none", days: 300 });
  await api.metadata.tenants.setCountUnauthenticated(counting.id, true);
  const organization = await api.createOrganization();
  const domain = await organization.addVerifiedDomain("new.example");
  const fresh = await store(organization, domain, { trust: "none", days: 300 });
  await executeSql(
    api.databaseUrl,
    `UPDATE stored_reports SET trust_reason = 'new-reporter' WHERE report_id = '${fresh}'`,
  );
  await remove();
  expect([await list(counting), await list(organization)]).toEqual([[report], [fresh]]);
}, 60_000);

test("the bytes of an unproven mail go with its last report", async () => {
  const organization = await api.createOrganization();
  const domain = await organization.addVerifiedDomain("bytes.example");
  const mails = [createSubmissionId(), createSubmissionId()] as const;
  const facts = { organizationId: organization.id, channel: "smtp", name: "x", receivedAt: new Date() } as const;
  await api.metadata.intake.archiveSubmissions(mails.map((id) => ({ ...facts, id, body: Buffer.from(id) })));
  const reports = [
    await store(organization, domain, { trust: "none", days: 8, submissionId: mails[0] }),
    await store(organization, domain, { trust: "none", days: 8, submissionId: mails[1] }),
    await store(organization, domain, { trust: "dmarc", days: 8, submissionId: mails[1] }),
  ];
  const rest = { organizationId: organization.id, domainId: domain.id, reason: null, detail: null, path: null };
  const places = [mails[0], mails[1], mails[1]].map((submissionId, index) => ({
    submissionId,
    entry: index,
    reportId: reports[index] ?? "",
  }));
  await api.metadata.intake.saveArrivals(places.map((place) => ({ ...rest, ...place, outcome: "stored" as const })));
  await remove();
  await api.metadata.domains.eraseBodies();
  const kept = await Promise.all(
    mails.map(async (id) => (await api.metadata.intake.readSubmission(null, id))?.bodyKept),
  );
  expect(kept).toEqual([false, true]);
}, 60_000);

test("counts of unproven mail are forgotten after a month", async () => {
  const bound = { bytesMax: 100, recordsMax: 100 };
  const [old, young] = [40, 20].map((days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10));
  for (const each of [old, young])
    await api.metadata.intake.takeDomainRoom({ day: each ?? "", name: "dom_counts", bytes: 1, records: 1 }, bound);
  await remove();
  expect((await api.metadata.intake.listUnprovenDays("dom_counts")).map((each) => each.day)).toEqual([young]);
});
