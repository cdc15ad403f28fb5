import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface Override {
  readonly id: string;
  readonly kind: string;
  readonly value: string;
}
interface Problem {
  readonly code: string;
  readonly errors?: readonly { readonly pointer: string }[];
}

const url = "/api/v1/senders/overrides";
let api: TestApi;
let organization: TestOrganization;

beforeAll(async () => {
  api = await startApi();
  organization = await api.createOrganization();
});

afterAll(() => api.stop());

const create = (body: object, owner = organization) =>
  owner.ask<{ readonly data: Override } & Problem>({ method: "POST", url, body });
const list = async (owner = organization) =>
  (await owner.ask<{ readonly data: readonly Override[] }>({ url })).body.data;

test("an override is created, listed to its organization alone, and deleted", async () => {
  const { status, body } = await create({ kind: "service", value: "sendgrid", ours: true, note: "news" });
  expect(status).toBe(201);
  const expected = { kind: "service", value: "SendGrid", ours: true, note: "news" };
  expect(body.data).toEqual({
    ...{ ...expected, id: expect.stringMatching(/^ovr_/) },
    ...{ created_at: expect.any(String), created_by: expect.any(String) },
  });
  expect(await list()).toEqual([body.data]);
  const other = await api.createOrganization();
  expect(await list(other)).toEqual([]);
  const own = `${url}/${body.data.id}`;
  expect((await other.ask({ method: "DELETE", url: own })).status).toBe(404);
  expect((await organization.ask({ method: "DELETE", url: own })).status).toBe(204);
  expect((await organization.ask({ method: "DELETE", url: own })).status).toBe(404);
  expect(await list()).toEqual([]);
});

test.each([
  ["source_ip", "192.0.2.0/24", "192.0.2.0/24"],
  ["source_ip", " 192.0.2.1/32", "192.0.2.1"],
  ["source_ip", "2001:DB8::/32", "2001:db8::/32"],
  ["domain", "Mailer.Example.", "mailer.example"],
  ["domain", "bücher.example", "xn--bcher-kva.example"],
])("the %s %j is kept as %s", async (kind, value, kept) => {
  const { body } = await create({ kind, value, ours: false });
  expect(body.data).toMatchObject({ kind, value: kept });
  expect((await create({ kind, value: kept, ours: true })).body.code).toBe("duplicate");
});

test.each([
  ["service", "SendGird"],
  ["service", "<script>alert(1)</script>"],
  ["source_ip", "192.0.2.0/33"],
  ["source_ip", "0.0.0.0/0"],
  ["source_ip", "::/0"],
  ["source_ip", "fe80::1%eth0"],
  ["source_ip", "192.0.2.1/24/24"],
  ["domain", "com"],
  ["domain", "example.com/path"],
])("the %s %j is refused", async (kind, value) => {
  const { status, body } = await create({ kind, value, ours: true });
  expect([status, body.errors?.[0]?.pointer]).toEqual([400, "/body/value"]);
});

test("a name that is nearly a service's is answered with the service's", async () => {
  expect((await create({ kind: "service", value: "SendGird", ours: true })).text).toContain('did you mean \\"SendGrid');
});

test("reading needs the scope reports:read, writing domains:write", async () => {
  const [reader, writer] = [
    await organization.createKey(["reports:read"]),
    await organization.createKey(["domains:write"]),
  ];
  const body = { kind: "domain", value: "scopes.example", ours: true };
  expect((await organization.ask({ url, key: writer })).status).toBe(403);
  expect((await organization.ask({ url, key: reader })).status).toBe(200);
  expect((await organization.ask({ method: "POST", url, body, key: reader })).status).toBe(403);
  expect((await organization.ask({ method: "POST", url, body, key: writer })).status).toBe(201);
  expect((await organization.ask({ method: "DELETE", url: `${url}/x`, key: reader })).status).toBe(403);
});
