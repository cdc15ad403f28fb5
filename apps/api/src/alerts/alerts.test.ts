import type { Alert } from "@ruaflow/metadata-store/watch";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface Listed {
  readonly data: readonly Record<string, unknown>[];
  readonly meta: { readonly total: number };
}

const triggeredAt = new Date("2026-03-01T08:00:00Z");

let api: TestApi;
let organization: TestOrganization;
let domain: { readonly id: string; readonly name: string };
let unique = 0;

beforeAll(async () => {
  api = await startApi();
  organization = await api.createOrganization("free");
  domain = await organization.addVerifiedDomain("example.com");
});

afterAll(() => api.stop());

async function addAlert(changes: Partial<Alert> = {}, about = domain, owner = organization): Promise<Alert> {
  const facts = { rule: "pass_rate", sourceIp: null, summary: "It is low.", value: 80, threshold: 90 } as const;
  const alert = { id: `alr_${unique++}`, ...facts, triggeredAt, clearedAt: null, ...changes };
  const origin = { organizationId: owner.id, domainId: about.id, createdAt: triggeredAt };
  const event = { ...origin, id: `evt_alert${unique++}`, type: "alert.triggered", body: Buffer.from("{}") };
  await api.metadata.watch.saveAlertChanges(owner.id, { domainId: about.id, changes: [{ alert, event }] });
  return alert;
}

const list = (query = "", asking = organization) => asking.ask<Listed>({ url: `/api/v1/alerts${query}` });
const listIds = async (query: string) => (await list(query)).body.data.map(({ id }) => id);

test("alerts are listed newest first, on every plan, with their domain and source", async () => {
  const older = await addAlert();
  const later = new Date("2026-03-02T08:00:00Z");
  const newer = await addAlert({ rule: "new_source", sourceIp: "2001:db8::1", triggeredAt: later });
  const { status, body, headers } = await list("?per_page=1");
  expect([status, body.meta]).toEqual([200, { total: 2, page: 1, per_page: 1, total_pages: 2 }]);
  expect(headers.link).toContain('rel="next"');
  expect(body.data).toEqual([
    {
      id: newer.id,
      domain_id: domain.id,
      domain: "example.com",
      client_reference: null,
      rule: "new_source",
      state: "triggered",
      source_ip: "2001:db8::1",
      summary: "It is low.",
      value: 80,
      threshold: 90,
      since: null,
      class: null,
      cause: null,
      triggered_at: "2026-03-02T08:00:00.000Z",
      cleared_at: null,
    },
  ]);
  expect(await listIds("?per_page=1&page=2")).toEqual([older.id]);
});

test("alerts can be filtered by domain, rule and state", async () => {
  const other = await organization.addVerifiedDomain("other.example");
  const alert = await addAlert({ rule: "missing_reports" }, other);
  await addAlert({ ...alert, clearedAt: new Date("2026-03-03T08:00:00Z") }, other);
  for (const query of [`?domain_id=${other.id}`, "?rule=missing_reports", "?state=cleared"]) {
    expect(await listIds(query)).toEqual([alert.id]);
  }
  expect((await list("?state=cleared")).body.data).toMatchObject([{ cleared_at: "2026-03-03T08:00:00.000Z" }]);
  expect(await listIds(`?domain_id=${other.id}&state=triggered`)).toEqual([]);
  for (const query of ["?rule=other", "?state=open", "?severity=1"]) expect((await list(query)).status).toBe(400);
});

test("other organizations see no alerts, and another organization's domain answers 404", async () => {
  const otherOrganization = await api.createOrganization();
  expect((await list("", otherOrganization)).body.data).toEqual([]);
  expect((await list(`?domain_id=${domain.id}`, otherOrganization)).status).toBe(404);
  const key = await organization.createKey(["reports:read"]);
  expect((await organization.ask({ url: "/api/v1/alerts", key })).status).toBe(403);
});

test("alerts can be sorted by time, value, domain and rule", async () => {
  const asking = await api.createOrganization();
  const [a, b] = [
    await asking.addVerifiedDomain("a.sorted.example"),
    await asking.addVerifiedDomain("b.sorted.example"),
  ];
  const add = (id: string, changes: Partial<Alert>, about = a) => addAlert({ id, ...changes }, about, asking);
  await add("alr_low", { value: 1, rule: "pass_rate" }, b);
  await add("alr_high", { value: 9, rule: "failure_volume", triggeredAt: new Date("2026-03-02T08:00:00Z") });
  await add("alr_middle", { value: 5, rule: "missing_reports", triggeredAt: new Date("2026-03-03T08:00:00Z") });
  const orders = {
    "": ["middle", "high", "low"],
    "?sort=triggered_at": ["low", "high", "middle"],
    "?sort=value": ["low", "middle", "high"],
    "?sort=-value": ["high", "middle", "low"],
    "?sort=domain": ["middle", "high", "low"],
    "?sort=-domain": ["low", "middle", "high"],
    "?sort=rule": ["high", "middle", "low"],
  };
  for (const [query, names] of Object.entries(orders))
    expect((await list(query, asking)).body.data.map(({ id }) => id)).toEqual(names.map((name) => `alr_${name}`));
  expect((await list("?sort=summary", asking)).status).toBe(400);
});

test("alerts can be filtered by several domains, labels, client references and a time", async () => {
  const asking = await api.createOrganization();
  const domains = await Promise.all(["x", "y", "z"].map((name) => asking.addVerifiedDomain(`${name}.set.example`)));
  for (const [index, { id: domainId }] of domains.entries()) {
    const changes = { clientReference: `C-${index}`, labels: index === 0 ? ["vip"] : ["vip", "bank"] };
    await api.metadata.domains.updateDomainSettings(asking.id, { domainId, changes });
    const at = new Date(triggeredAt.getTime() + index * 86_400_000);
    await addAlert({ id: `alr_set${index}`, triggeredAt: at }, domains[index], asking);
  }
  const [x, y] = domains;
  const find = async (query: string) => (await list(query, asking)).body.data.map(({ id }) => String(id).slice(-1));
  expect(await find(`?domain_id=${x?.id}&domain_id=${y?.id}`)).toEqual(["1", "0"]);
  expect(await find("?label=bank")).toEqual(["2", "1"]);
  expect(await find("?client_reference=C-0&client_reference=C-2")).toEqual(["2", "0"]);
  expect(await find("?label=bank&client_reference=C-0")).toEqual([]);
  expect(await find("?since=2026-03-02T08:00:00Z")).toEqual(["2", "1"]);
  expect((await list(`?domain_id=${x?.id}&domain_id=dom_unknown`, asking)).status).toBe(404);
});

test("open alerts are counted by client, domain and rule, the largest group first, with its newest", async () => {
  const asking = await api.createOrganization();
  const domains = await Promise.all(["p", "q", "r"].map((name) => asking.addVerifiedDomain(`${name}.groups.example`)));
  const [p, q, r] = domains;
  for (const domain of [p, q]) {
    const changes = { clientReference: "C-1" };
    await api.metadata.domains.updateDomainSettings(asking.id, { domainId: domain?.id ?? "", changes });
  }
  await addAlert({ id: "alr_g1" }, p, asking);
  await addAlert({ id: "alr_g2", rule: "missing_reports", triggeredAt: new Date("2026-03-02T08:00:00Z") }, q, asking);
  await addAlert({ id: "alr_g3", triggeredAt: new Date("2026-03-03T08:00:00Z") }, r, asking);
  const ended = await addAlert({ id: "alr_g4", rule: "failure_volume" }, r, asking);
  await addAlert({ ...ended, clearedAt: new Date("2026-03-04T08:00:00Z") }, r, asking);
  const { body } = await list("?group_by=client_reference", asking);
  expect(body).toMatchObject({
    data: [
      { key: "C-1", open: 2, domains: 2, newest: { id: "alr_g2", client_reference: "C-1", state: "triggered" } },
      { key: null, open: 1, domains: 1, newest: { id: "alr_g3", triggered_at: "2026-03-03T08:00:00.000Z" } },
    ],
    meta: { total: 2 },
  });
  const group = async (query: string) =>
    (await list(`?group_by=${query}`, asking)).body.data.map(({ key, open }) => [key, open]);
  expect(await group("rule")).toEqual([
    ["pass_rate", 2],
    ["missing_reports", 1],
  ]);
  expect(await group("domain&per_page=1&page=3")).toEqual([["p.groups.example", 1]]);
  expect(await group("rule&client_reference=C-1&rule=pass_rate")).toEqual([["pass_rate", 1]]);
  for (const query of ["rule&state=cleared", "rule&sort=value", "label"])
    expect((await list(`?group_by=${query}`, asking)).status).toBe(400);
});
