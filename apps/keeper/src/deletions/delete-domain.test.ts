import { startApi, type TestApi, type TestOrganization } from "@ruaflow/api/testing";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startDeletions } from "../testing/index.ts";

interface ListBody {
  readonly data: readonly object[];
  readonly meta: { readonly total: number };
}

let api: TestApi;
let organization: TestOrganization;

beforeAll(async () => {
  api = await startApi();
  organization = await api.createOrganization();
});

afterAll(() => api.stop());

const remove = (id: string) => organization.ask({ method: "DELETE", url: `/api/v1/domains/${id}` });
const create = (domain: string) =>
  organization.ask<{ data: { id: string } }>({ method: "POST", url: "/api/v1/domains", body: { domain } });
const countReports = async () => (await organization.ask<ListBody>({ url: "/api/v1/reports" })).body.meta.total;
const countStoredReports = async (domainId: string) => {
  const days = await api.records.readStoredDays([{ organizationId: organization.id, domainId }], []);
  return days.reduce((total, { reports }) => total + reports, 0);
};
const countRows = async (sql: string) => Number((await executeSql(api.databaseUrl, sql))[0]?.total);

/** Every PostgreSQL table with data of the domain, except the list of deleted ids. */
async function findTraces(domainId: string): Promise<string[]> {
  const tables = await executeSql(
    api.databaseUrl,
    `SELECT table_name AS name FROM information_schema.columns
     WHERE column_name IN ('domain_id') AND table_schema = 'public' AND table_name <> 'deleted_domains'
     UNION SELECT 'domains'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const sql = `SELECT count(*) AS total FROM ${name} t WHERE t::text LIKE '%${domainId}%'`;
    if ((await countRows(sql)) > 0) found.push(String(name));
  }
  return found;
}

const isGone = async (domainId: string) => (await findTraces(domainId)).length === 0;

test("a deleted domain disappears at once: a second deletion is 404", async () => {
  const domain = await organization.addVerifiedDomain("gone.example");
  expect(await remove(domain.id)).toMatchObject({ status: 204, text: "" });
  expect((await remove(domain.id)).status).toBe(404);
  for (const path of ["", "/dns"]) {
    expect((await organization.ask({ url: `/api/v1/domains/${domain.id}${path}` })).status).toBe(404);
  }
  expect((await organization.ask({ url: `/api/v1/reports?domain_id=${domain.id}` })).status).toBe(404);
  const list = await organization.ask<ListBody>({ url: "/api/v1/domains?search=gone.example" });
  expect(list.body.data).toEqual([]);
});

test("its reports are removed from every table, others stay; afterwards the name and the reports can be added again", async () => {
  const domain = await organization.addVerifiedDomain("deleted.example");
  const other = await organization.addVerifiedDomain("stays.example");
  startDeletions(api);
  const before = await countReports();
  const facts = { reporterReportId: "the same again", records: [] };
  await organization.storeReport({ ...facts, domain });
  await organization.storeReport({ domain });
  await organization.storeReport({ domain: other });
  await remove(domain.id);
  await expect.poll(() => isGone(domain.id), { timeout: 20_000 }).toBe(true);
  expect(await countReports()).toBe(before + 1);
  expect((await create("deleted.example")).status).toBe(201);
  const again = await organization.addVerifiedDomain("deleted.example");
  await organization.storeReport({ ...facts, domain: again });
  expect(await countReports()).toBe(before + 2);
});

test("the name stays taken until its data are removed", async () => {
  const domain = await organization.addVerifiedDomain("busy.example");
  await organization.storeReport({ domain });
  // Another process holds the lock for deletions.
  const lock = api.metadata.domains.withDeletionLock(async () => {
    startDeletions(api);
    await remove(domain.id);
    expect((await create("busy.example")).status).toBe(409);
    expect((await api.metadata.domains.saveVerifiedDomains(organization.id, ["busy.example"])).taken).toEqual([
      "busy.example",
    ]);
  });
  await lock;
  await expect.poll(() => isGone(domain.id), { timeout: 20_000 }).toBe(true);
  expect((await create("busy.example")).status).toBe(201);
});

test("a deletion that a crash interrupted is finished when a keeper starts", async () => {
  const domain = await organization.addVerifiedDomain("crashed.example");
  await organization.storeReport({ domain });
  const before = await countReports();
  await api.metadata.domains.beginDeletion(organization.id, domain.id);
  await api.metadata.domains.deleteDomainData([{ organizationId: organization.id, domainId: domain.id }]);
  expect([await countReports(), await countStoredReports(domain.id)]).toEqual([before - 1, 1]);
  startDeletions(api);
  await expect.poll(() => isGone(domain.id), { timeout: 20_000 }).toBe(true);
  expect([await countReports(), await countStoredReports(domain.id)]).toEqual([before - 1, 0]);
});

test("rows that a writer held during the deletion and wrote afterwards are deleted too", async () => {
  const domain = await organization.addVerifiedDomain("late.example");
  startDeletions(api);
  await remove(domain.id);
  await expect.poll(() => isGone(domain.id), { timeout: 20_000 }).toBe(true);
  const arrival = { submissionId: "sub_late", entry: 0, organizationId: organization.id, domainId: domain.id };
  const dropped = { outcome: "dropped", reason: "domain-gone", reportId: null, detail: null, path: "x.xml" } as const;
  await api.metadata.intake.archiveSubmissions([
    {
      id: "sub_late",
      organizationId: organization.id,
      channel: "upload",
      name: "x",
      receivedAt: new Date(),
      body: Buffer.from("late"),
    },
  ]);
  await api.metadata.intake.saveArrivals([{ ...arrival, ...dropped }]);
  await executeSql(
    api.databaseUrl,
    `UPDATE deleted_domains SET next_check_at = now() WHERE domain_id = '${domain.id}'`,
  );
  await expect.poll(() => isGone(domain.id), { timeout: 20_000 }).toBe(true);
  expect(await countRows("SELECT count(*) AS total FROM submission_bodies WHERE submission_id = 'sub_late'")).toBe(0);
});

test("what the keeper saw is deleted too: DNS history, alerts and the events of both", async () => {
  const domain = await organization.addVerifiedDomain("watched.example");
  const origin = { organizationId: organization.id, domainId: domain.id, createdAt: new Date() };
  const toEvent = (type: string) => ({ ...origin, id: `evt_${type}`, type, body: Buffer.from("{}") });
  const seen = {
    record: "dmarc",
    host: "_dmarc.watched.example",
    oldValue: null,
    newValue: "v=DMARC1; p=none",
  } as const;
  const entry = { ...seen, differences: [], checkedAt: origin.createdAt, event: toEvent("changed") };
  const check = { domainId: domain.id, checkedAt: origin.createdAt, nextCheckAt: origin.createdAt, isProven: false };
  await api.metadata.watch.saveDnsCheck(organization.id, { ...check, records: [], compare: () => [entry] });
  const facts = { rule: "new_source", sourceIp: "192.0.2.1", summary: "It is new.", value: 60, threshold: 50 } as const;
  const alert = { ...facts, id: "alr_watched", triggeredAt: origin.createdAt, clearedAt: null };
  const changes = [{ alert, event: toEvent("alerted") }];
  await api.metadata.watch.saveAlertChanges(organization.id, { domainId: domain.id, changes });
  expect((await findTraces(domain.id)).sort()).toEqual([
    "alerts",
    "dns_history",
    "domain_watches",
    "domains",
    "events",
  ]);
  startDeletions(api);
  await remove(domain.id);
  await expect.poll(() => isGone(domain.id), { timeout: 20_000 }).toBe(true);
});

test("domains deleted during another removal are removed together, and their names become free", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `many-${index}.example`);
  const domains = await Promise.all(names.map((name) => organization.addVerifiedDomain(name)));
  for (const domain of domains) await organization.storeReport({ domain });
  const removing = vi.spyOn(api.records, "deleteDomains");
  await api.metadata.domains.withDeletionLock(async () => {
    startDeletions(api);
    for (const { status } of await Promise.all(domains.map(({ id }) => remove(id)))) expect(status).toBe(204);
  });
  await expect.poll(async () => (await create(names[0] ?? "")).status, { timeout: 20_000 }).toBe(201);
  for (const name of names.slice(1)) expect((await create(name)).status).toBe(201);
  const ids = new Set(domains.map(({ id }) => id));
  const calls = removing.mock.calls.filter(([, together]) => together.some(({ domainId }) => ids.has(domainId)));
  removing.mockRestore();
  expect(calls.map(([, together]) => together.filter(({ domainId }) => ids.has(domainId)).length)).toEqual([30]);
});
