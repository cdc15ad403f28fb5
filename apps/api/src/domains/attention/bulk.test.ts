import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../../testing/index.ts";

interface Listed {
  readonly data: readonly {
    readonly domain: string;
    readonly client_reference: string | null;
    readonly client_domains: number;
    readonly reasons: readonly {
      readonly id: string;
      readonly note: string | null;
      readonly acknowledged_until: string;
    }[];
  }[];
  readonly meta: { readonly total: number };
}

let api: TestApi;
let organization: TestOrganization;
let unique = 0;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.stop());

beforeEach(async () => {
  organization = await api.createOrganization();
});

/** A domain with one reason; resolves to the id of the reason. */
async function addReason(name: string, client: string | null, weight: number): Promise<string> {
  const domain = await organization.addVerifiedDomain(`${name}-${unique++}.example`);
  const changes = { clientReference: client };
  await api.metadata.domains.updateDomainSettings(organization.id, { domainId: domain.id, changes });
  const id = `att_${unique}`;
  await executeSql(
    api.databaseUrl,
    `INSERT INTO attention (id, organization_id, domain_id, reason, opened_at, new_at, summary, value, threshold, weight)
     VALUES ('${id}', '${organization.id}', '${domain.id}', 'silence', now(), now(), 'It is bad.', 5, 3, ${weight})`,
  );
  return id;
}

const list = async (query: string) =>
  (await organization.ask<Listed>({ url: `/api/v1/domains/attention${query}` })).body;
const acknowledge = (body: object, asking = organization, key = asking.key) =>
  asking.ask<{ data: { acknowledged: number } }>({
    method: "POST",
    url: "/api/v1/domains/attention/acknowledge",
    body,
    key,
  });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test("by client the domains of one client are together, the clients in the order of their sums, those without one as a group", async () => {
  await addReason("a", "C-1", 30);
  await addReason("b", "C-2", 50);
  await addReason("c", "C-1", 40);
  await addReason("d", null, 60);
  const groups = (data: Listed["data"]) => data.map((item) => [item.client_reference, item.client_domains]);
  const whole = await list("?sort=client");
  expect(groups(whole.data)).toEqual([
    ["C-1", 2],
    ["C-1", 2],
    [null, 1],
    ["C-2", 1],
  ]);
  expect(whole.data[0]?.domain).toMatch(/^c-/);
  // The figure is of all pages.
  expect(groups((await list("?sort=client&per_page=1&page=2")).data)).toEqual([["C-1", 2]]);
  expect(groups((await list("?sort=client&client_reference=C-2")).data)).toEqual([["C-2", 1]]);
  expect((await list("")).data[0]?.client_reference).toBeNull();
  expect((await organization.ask({ url: "/api/v1/domains/attention?sort=name" })).status).toBe(400);
});

test("reasons of several domains are acknowledged at once, until a date, and again with the same outcome", async () => {
  const ids = [await addReason("a", "C-1", 30), await addReason("b", "C-2", 50)];
  const left = await addReason("c", "C-1", 40);
  const until = inDays(7);
  for (const _time of ["first", "again"]) {
    expect(await acknowledge({ ids, note: "known", until })).toMatchObject({
      status: 200,
      body: { data: { acknowledged: 2 } },
    });
    const { data } = await list("?acknowledged=true");
    expect(data.flatMap(({ reasons }) => reasons)).toMatchObject([
      { id: ids[1], note: "known", acknowledged_until: until },
      { id: ids[0], note: "known", acknowledged_until: until },
    ]);
  }
  expect((await list("")).data.map(({ reasons }) => reasons[0]?.id)).toEqual([left]);
});

test("a reason that has ended is left out", async () => {
  const ids = [await addReason("a", null, 30), await addReason("b", null, 50)];
  await executeSql(api.databaseUrl, `UPDATE attention SET closed_at = now() WHERE id = '${ids[0]}'`);
  expect((await acknowledge({ ids })).body.data).toEqual({ acknowledged: 1 });
});

test("one id of another organization, or an unknown one, is the same 404, and nothing is acknowledged", async () => {
  const own = await addReason("a", null, 30);
  const other = await api.createOrganization();
  const foreign = await acknowledge({ ids: [own] }, other);
  const unknown = await acknowledge({ ids: ["att_x"] }, other);
  expect([foreign.status, unknown.status]).toEqual([404, 404]);
  expect((await acknowledge({ ids: [own, "att_x"] })).status).toBe(404);
  expect((await list("")).meta.total).toBe(1);
});

test("what cannot be meant is refused: no id, too many, a time that is over or too far ahead, and a key that may only read", async () => {
  const id = await addReason("a", null, 30);
  const bodies = [
    { ids: [] },
    { ids: Array.from({ length: 1001 }, (_, index) => `att_${index}`) },
    { ids: [id], until: inDays(-1) },
    { ids: [id], until: inDays(367) },
    { ids: [id], until: "2026-13-01T00:00:00Z" },
    { ids: [id], note: "x".repeat(1001) },
    { ids: [id], reasons: ["silence"] },
  ];
  for (const body of bodies) expect([(await acknowledge(body)).status, body]).toEqual([400, body]);
  const reader = await organization.createKey(["domains:read"]);
  expect((await acknowledge({ ids: [id] }, organization, reader)).status).toBe(403);
  expect((await list("")).meta.total).toBe(1);
});
