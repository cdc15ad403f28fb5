import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { MetadataStore } from "../metadata-store.ts";
import { executeSql, startMetadataStore } from "../testing/index.ts";
import type { Alert } from "./alerts.ts";

const triggeredAt = new Date("2026-03-01T08:00:00Z");
const clearedAt = new Date("2026-03-02T08:00:00Z");

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let store: MetadataStore;
let organizationId: string;
let domainId: string;
let unique = 0;

beforeAll(async () => {
  running = await startMetadataStore();
  store = running.store;
});

afterAll(() => running.stop());

beforeEach(async () => {
  organizationId = (await store.tenants.createOrganization({ name: "Example", plan: "free" })).id;
  domainId = await addDomain();
});

async function addDomain(): Promise<string> {
  const { verified } = await store.domains.saveVerifiedDomains(organizationId, [`domain-${unique++}.example`]);
  return verified[0]?.domainId ?? expect.fail("nothing was saved");
}

function toAlert(changes: Partial<Alert> = {}): Alert {
  const facts = { rule: "pass_rate", sourceIp: null, summary: "It is low.", value: 80, threshold: 90 } as const;
  const unknown = { since: null, class: null, cause: null };
  return { id: `alr_${unique++}`, ...facts, ...unknown, triggeredAt, clearedAt: null, ...changes };
}

function save(alerts: readonly Alert[], about = domainId) {
  const changes = alerts.map((alert) => {
    const state = alert.clearedAt === null ? "triggered" : "cleared";
    const facts = { type: "alert.triggered", organizationId, domainId: about, createdAt: triggeredAt };
    return { alert, event: { id: `evt_${alert.id}_${state}`, ...facts, body: Buffer.from("{}") } };
  });
  return store.watch.saveAlertChanges(organizationId, { domainId: about, changes });
}

const list = (options = {}, asking = organizationId) =>
  store.watch.listAlerts(asking, { page: 1, perPage: 100, ...options });
const countEvents = async () =>
  (await executeSql(running.url, `SELECT 1 FROM events WHERE domain_id = '${domainId}'`)).length;

test("a crossing opens one alert with one event, also when it is found again or concurrently", async () => {
  const found = await Promise.all([save([toAlert()]), save([toAlert()]), save([toAlert()])]);
  expect(found.map((changes) => changes.length).sort()).toEqual([0, 0, 1]);
  await save([toAlert()]);
  expect([(await list()).total, await countEvents()]).toEqual([1, 1]);
});

test("an alert ends once, with one event, and the next crossing opens another", async () => {
  const alert = toAlert();
  await save([alert]);
  const cleared = { ...alert, clearedAt };
  expect([(await save([cleared])).length, (await save([cleared])).length]).toEqual([1, 0]);
  expect((await list()).items).toMatchObject([{ id: alert.id, clearedAt, value: 80, threshold: 90 }]);
  await save([toAlert()]);
  expect([(await list()).total, await countEvents()]).toEqual([2, 3]);
});

test("alerts of other rules and sources are independent", async () => {
  const other = toAlert({ rule: "new_source", sourceIp: "192.0.2.1" });
  await save([toAlert(), other, toAlert({ rule: "new_source", sourceIp: "192.0.2.2" })]);
  expect((await list()).total).toBe(3);
  expect((await list({ rule: "new_source" })).total).toBe(2);
  await save([{ ...other, clearedAt }]);
  expect((await list({ state: "cleared" })).items).toMatchObject([{ id: other.id, sourceIp: "192.0.2.1" }]);
  expect((await list({ domainIds: ["dom_unknown"] })).total).toBe(0);
});

test("an alert about new reporters and those about new sources are told apart", async () => {
  const reporter = toAlert({ rule: "new_reporter" });
  const source = toAlert({ rule: "new_source", sourceIp: "192.0.2.1" });
  expect(await save([reporter, source, toAlert({ rule: "new_reporter" })])).toHaveLength(2);
  const listRule = async (rule: string) => (await list({ rule })).items.map(({ id }) => id);
  expect([await listRule("new_reporter"), await listRule("new_source")]).toEqual([[reporter.id], [source.id]]);
  const [subject] = await store.watch.listAlertDomains({ domainIds: [domainId], afterId: "", limit: 1 });
  expect(subject?.alerts.map(({ rule }) => rule).sort()).toEqual(["new_reporter", "new_source"]);
  await save([{ ...reporter, clearedAt }]);
  expect((await list({ state: "triggered" })).items).toMatchObject([{ id: source.id }]);
});

test("the newest alert is listed first", async () => {
  const older = toAlert();
  const newer = toAlert({ rule: "missing_reports", triggeredAt: clearedAt });
  await save([older, newer]);
  expect((await list()).items.map(({ id }) => id)).toEqual([newer.id, older.id]);
  expect((await list({ page: 2, perPage: 1 })).items.map(({ id }) => id)).toEqual([older.id]);
});

test("another organization can neither see, open nor end an alert", async () => {
  const alert = toAlert();
  await save([alert]);
  const otherOrganization = (await store.tenants.createOrganization({ name: "Other", plan: "free" })).id;
  expect((await list({}, otherOrganization)).total).toBe(0);
  const event = {
    id: "evt_x",
    type: "alert.triggered",
    organizationId,
    domainId,
    createdAt: triggeredAt,
    body: Buffer.from(""),
  };
  const changes = [{ alert: { ...alert, clearedAt }, event }];
  expect(await store.watch.saveAlertChanges(otherOrganization, { domainId, changes })).toEqual([]);
  expect((await list({ state: "triggered" })).total).toBe(1);
});

test("a domain that is being deleted has no alerts and gets no new ones", async () => {
  await save([toAlert()]);
  await store.domains.beginDeletion(organizationId, domainId);
  expect([(await save([toAlert({ rule: "missing_reports" })])).length, (await list()).total]).toEqual([0, 0]);
  await store.domains.deleteDomainData([{ organizationId, domainId }]);
  await store.domains.finishDeletions([{ organizationId, domainId }]);
  expect(await executeSql(running.url, `SELECT 1 FROM alerts WHERE domain_id = '${domainId}'`)).toEqual([]);
  expect(await countEvents()).toBe(0);
});

test("domains to evaluate are the verified ones and those with open alerts, page by page", async () => {
  const all = async (domainIds: readonly string[] | null) => {
    const found = [];
    for (let afterId = ""; ; ) {
      const part = await store.watch.listAlertDomains({ domainIds, afterId, limit: 2 });
      found.push(...part);
      if (part.length < 2) return found;
      afterId = part.at(-1)?.domain.id ?? "";
    }
  };
  const alert = toAlert();
  await save([alert]);
  const pending = await store.domains.createDomain(organizationId, `pending-${unique++}.example`);
  const others = [await addDomain(), await addDomain()];
  const mine = [domainId, pending?.id ?? "", ...others];
  const found = await all(mine);
  expect(found.map(({ domain }) => domain.id)).toEqual([domainId, ...others].sort());
  expect(found.find(({ domain }) => domain.id === domainId)?.alerts).toEqual([alert]);
  expect((await all(null)).length).toBeGreaterThanOrEqual(3);
  await executeSql(running.url, `UPDATE domains SET status = 'failed' WHERE id = '${domainId}'`);
  expect((await all([domainId])).length).toBe(1);
  await save([{ ...alert, clearedAt }]);
  expect((await all([domainId])).length).toBe(0);
});

test("alerts that ended long ago are deleted, open ones stay", async () => {
  const [ended, open] = [toAlert({ rule: "pass_rate" }), toAlert({ rule: "missing_reports" })];
  await save([ended, open]);
  await save([{ ...ended, clearedAt }]);
  await store.watch.purgeAlerts(clearedAt);
  expect((await list()).total).toBe(2);
  await store.watch.purgeAlerts(new Date(clearedAt.getTime() + 1));
  expect((await list()).items.map(({ id }) => id)).toEqual([open.id]);
});
