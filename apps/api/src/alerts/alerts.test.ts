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

async function addAlert(changes: Partial<Alert> = {}, about = domain): Promise<Alert> {
  const facts = { rule: "pass_rate", sourceIp: null, summary: "It is low.", value: 80, threshold: 90 } as const;
  const alert = { id: `alr_${unique++}`, ...facts, triggeredAt, clearedAt: null, ...changes };
  const origin = { organizationId: organization.id, domainId: about.id, createdAt: triggeredAt };
  const event = { ...origin, id: `evt_alert${unique++}`, type: "alert.triggered", body: Buffer.from("{}") };
  await api.metadata.watch.saveAlertChanges(organization.id, { domainId: about.id, changes: [{ alert, event }] });
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
      rule: "new_source",
      state: "triggered",
      source_ip: "2001:db8::1",
      summary: "It is low.",
      value: 80,
      threshold: 90,
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
