import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";
import { openShared, type Shared } from "./testing/open-shared.ts";

let api: TestApi;
let organization: TestOrganization;
let unique = 0;

beforeAll(async () => {
  api = await startApi();
  organization = await api.createOrganization();
});

afterAll(() => api.stop());

interface Facts {
  readonly data: { readonly id: string; readonly token: string; readonly expires_at: string };
}

const create = (body: object, asking = organization, key = asking.key) =>
  asking.ask<Facts>({ method: "POST", url: "/api/v1/share-links", body, key });
const addDomain = () => organization.addVerifiedDomain(`domain-${unique++}.example`);
const setClient = (domainId: string, clientReference: string | null) =>
  api.metadata.domains.updateDomainSettings(organization.id, { domainId, changes: { clientReference } });
const open = (token: string) => openShared(api.server, token);
const read = async (shared: Shared) => (await shared.ask("/api/v1/reports/aggregate")).status;

test("a link is made for 30 days, its secret is shown once and stored as a hash, and it can be listed", async () => {
  const domain = await addDomain();
  const { status, body, headers } = await create({ name: "For Ann", domain_id: domain.id });
  expect([status, headers["cache-control"]]).toEqual([201, "no-store"]);
  const { token, ...facts } = body.data;
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const leftDays = (Date.parse(facts.expires_at) - Date.now()) / 86_400_000;
  expect(leftDays).toBeGreaterThan(29.9);
  expect(leftDays).toBeLessThanOrEqual(30);
  const list = await organization.ask<{ data: unknown[] }>({ url: "/api/v1/share-links" });
  expect(list.body.data).toContainEqual(facts);
  expect(list.text).not.toContain(token);
  const rows = await executeSql(api.databaseUrl, `SELECT * FROM share_links WHERE id = '${facts.id}'`);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("a link signs a browser in to read, without the key's name, scopes or organization's key", async () => {
  const domain = await addDomain();
  const shared = await open((await create({ name: "For Ann", domain_id: domain.id })).body.data.token);
  expect([shared.status, shared.session]).toMatchObject([
    201,
    {
      key: { name: "For Ann", scopes: ["reports:read"] },
      share: { name: "For Ann", domain_id: domain.id, client_reference: null, subject: domain.name },
    },
  ]);
  expect(JSON.stringify(shared.session)).not.toContain(organization.key.split("_")[1]);
  expect((await shared.ask("/api/v1/session")).body).toEqual({ data: shared.session });
  expect(await read(shared)).toBe(200);
});

test("the session of a link ends at once when the link is revoked, and within seconds when its key is", async () => {
  const domain = await addDomain();
  const { data } = (await create({ name: "x", domain_id: domain.id })).body;
  const shared = await open(data.token);
  const url = `/api/v1/share-links/${data.id}`;
  expect((await organization.ask({ method: "DELETE", url })).status).toBe(204);
  expect([await read(shared), (await open(data.token)).status]).toEqual([401, 401]);
  expect((await organization.ask({ method: "DELETE", url })).status).toBe(404);
  const key = await organization.createKey(["keys:admin", "reports:read"]);
  const other = await open((await create({ name: "x", domain_id: domain.id }, organization, key)).body.data.token);
  expect(await read(other)).toBe(200);
  await organization.ask({ method: "DELETE", url: `/api/v1/api-keys/${key.split("_")[1]}` });
  expect(await read(other)).toBe(401);
});

test("an expired link signs no browser in, ends the sessions made from it, and is not listed", async () => {
  const domain = await addDomain();
  const { data } = (await create({ name: "x", domain_id: domain.id, days: 1 })).body;
  const [before, later] = [await open(data.token), await open(data.token)];
  expect(await read(before)).toBe(200);
  await executeSql(api.databaseUrl, `UPDATE share_links SET expires_at = now() WHERE id = '${data.id}'`);
  expect((await open(data.token)).status).toBe(401);
  for (const shared of [before, later])
    await expect.poll(() => read(shared), { timeout: 10_000, interval: 200 }).toBe(401);
  expect((await organization.ask({ url: "/api/v1/share-links?per_page=100" })).text).not.toContain(data.id);
});

test("a client's link shows the domains that the client has now", async () => {
  const [moving, staying] = [await addDomain(), await addDomain()];
  for (const { id } of [moving, staying]) await setClient(id, "C-1");
  for (const domain of [moving, staying]) await organization.storeReport({ domain });
  const shared = await open((await create({ name: "x", client_reference: "C-1" })).body.data.token);
  const listNames = async () => {
    const url = "/api/v1/reports/aggregate?group_by=domain&start_date=2000-01-01";
    const { body } = await shared.ask<{ data: { key: string }[] }>(url);
    return body.data.map(({ key }) => key);
  };
  const readiness = async () => (await shared.ask(`/api/v1/domains/${moving.id}/readiness`)).status;
  expect([new Set(await listNames()), await readiness()]).toEqual([new Set([moving.id, staying.id]), 200]);
  await setClient(moving.id, "C-2");
  expect([await listNames(), await readiness()]).toEqual([[staying.id], 404]);
  await setClient(staying.id, null);
  expect(await listNames()).toEqual([]);
});

test("many sessions of a link end its own oldest, and none of the key that made it", async () => {
  const domain = await addDomain();
  const own = await organization.signIn();
  const { token } = (await create({ name: "x", domain_id: domain.id })).body.data;
  const first = await open(token);
  for (let count = 0; count < 100; count += 1) await open(token);
  expect([await read(first), (await own.ask({ url: "/api/v1/me" })).status]).toEqual([401, 200]);
});

test("what cannot be meant is refused, and only who may create keys and read reports may share", async () => {
  const domain = await addDomain();
  const bodies = [
    { name: "x" },
    { name: "x", domain_id: domain.id, client_reference: "C-1" },
    { name: "", domain_id: domain.id },
    { name: "two\nlines", domain_id: domain.id },
    { name: "x".repeat(101), domain_id: domain.id },
    { name: "x", domain_id: domain.id, days: 366 },
    { name: "x", domain_id: domain.id, days: 0 },
  ];
  for (const body of bodies) expect([(await create(body)).status, body]).toEqual([400, body]);
  const other = await api.createOrganization();
  for (const body of [{ domain_id: domain.id }, { domain_id: "dom_x" }, { client_reference: "C-unknown" }])
    expect((await create({ name: "x", ...body }, other)).status).toBe(404);
  for (const scopes of [["reports:read"], ["keys:admin"]] as const) {
    const key = await organization.createKey(scopes);
    expect((await create({ name: "x", domain_id: domain.id }, organization, key)).status).toBe(403);
  }
  expect((await open("x".repeat(43))).status).toBe(401);
});
