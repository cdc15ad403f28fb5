import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface DomainBody {
  readonly data: { readonly id: string; readonly domain: string; readonly settings: object };
}
interface ListBody {
  readonly data: readonly { readonly domain: string; readonly pass_rate: number; readonly status: string }[];
  readonly meta: object;
}
interface ProblemBody {
  readonly code: string;
  readonly detail: string;
}

let api: TestApi;
let organization: TestOrganization;

beforeAll(async () => {
  api = await startApi({ now: () => new Date("2026-10-15T12:00:00Z") });
  organization = await api.createOrganization();
});

afterAll(() => api.stop());

const create = (body: object, owner = organization) =>
  owner.ask<DomainBody & ProblemBody>({ method: "POST", url: "/api/v1/domains", body });

test("a domain is created as in the contract: pending, with a token, without values that are not known yet", async () => {
  const { status, body, headers } = await create({ domain: " Created.Example. " });
  expect(status).toBe(201);
  expect(body).toEqual({
    data: {
      id: expect.stringMatching(/^dom_[0-9a-z]{26}$/),
      domain: "created.example",
      status: "pending",
      verification_token: expect.stringMatching(/^[0-9a-z]{32}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  });
  const read = await organization.ask({ url: String(headers.location) });
  expect(read).toMatchObject({ status: 200, body: { data: { id: body.data.id } } });
});

test("a new domain has usable alert rules and every field of the contract", async () => {
  const { body } = await create({ domain: "fields.example", labels: ["a"], client_reference: "C-1" });
  const read = await organization.ask({ url: `/v1/domains/${body.data.id}` });
  expect(read.body).toEqual({
    data: {
      id: body.data.id,
      domain: "fields.example",
      status: "pending",
      dmarc_policy: null,
      pass_rate: 0,
      created_at: expect.any(String),
      verified_at: null,
      labels: ["a"],
      client_reference: "C-1",
      messages: 0,
      pass_rate_change: null,
      latest_day: null,
      last_report_at: null,
      dns_state: "unchecked",
      report_mailbox: null,
      dmarc_policy_inherited_from: null,
      dns_checked_at: null,
      open_alerts: 0,
      settings: {
        alert_rules: {
          pass_rate: { enabled: true, below: 90, window_days: 7, messages_min: 100, of: "legitimate" },
          new_source: { enabled: true, failures_min: 50 },
          failure_volume: { enabled: true, times: 3, failures_min: 100 },
          missing_reports: { enabled: true, days: 3 },
          new_reporter: { enabled: true, messages_min: 100 },
        },
        dns_watch: true,
        labels: ["a"],
        client_reference: "C-1",
        raw_retention_days: null,
        report_addresses: [],
        retention_days: null,
      },
    },
  });
});

test("a domain that the organization already has is 409, and another organization can add it too", async () => {
  expect((await create({ domain: "twice.example" })).status).toBe(201);
  const again = await create({ domain: "TWICE.example" });
  expect([again.status, again.body.code]).toEqual([409, "duplicate"]);
  const other = await api.createOrganization();
  expect((await create({ domain: "twice.example" }, other)).status).toBe(201);
});

test.for([
  ["192.0.2.1", "is an IP address"],
  ["co.uk", "is a public suffix"],
  ["localhost", "is a single label"],
  ["https://example.com/", "is a URL"],
  ["_dmarc.example.com", "give the domain itself: example.com"],
  ["exam ple", "is not a domain name"],
])("%s is refused with a reason", async ([domain, reason]) => {
  const { status, body } = await create({ domain });
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: [{ pointer: "/body/domain", message: expect.stringContaining(reason ?? "") }] });
});

test.for([
  {},
  { domain: 5 },
  { domain: "x".repeat(1001) },
  { domain: "a.example", labels: Array.from({ length: 21 }, (_, index) => `${index}`) },
  { domain: "a.example", labels: ["x".repeat(51)] },
  { domain: "a.example", client_reference: "two\nlines" },
  { domain: "a.example", status: "verified" },
])("the body %j is refused", async (body) => {
  expect((await create(body)).status).toBe(400);
});

test("an internationalized name becomes its A-label", async () => {
  expect((await create({ domain: "bücher.example" })).body.data.domain).toBe("xn--bcher-kva.example");
});

test("an unpaired surrogate is stored as a replacement character", async () => {
  const { status, body } = await create({ domain: "half.example", client_reference: "a\ud800", labels: ["\udfff"] });
  expect(status).toBe(201);
  const read = await organization.ask({ url: `/api/v1/domains/${body.data.id}` });
  expect(read.body).toMatchObject({ data: { client_reference: "a\ufffd", labels: ["\ufffd"] } });
});

test("many domains are added in one request, each with its own result", async () => {
  await create({ domain: "batch-there.example" });
  const domains = ["batch-one.example", "batch-there.example", "com", "BATCH-ONE.example", "1.2.3.4"];
  const { status, body } = await organization.ask<{ data: { domain: string; result: string; reason?: string }[] }>({
    method: "POST",
    url: "/api/v1/domains/batch",
    body: { domains: domains.map((domain) => ({ domain, client_reference: "C-2" })) },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ meta: { total: 5, created: 1, duplicate: 2, invalid: 2 } });
  expect(body.data.map(({ domain, result, reason }) => [domain, result, reason])).toEqual([
    ["batch-one.example", "created", undefined],
    ["batch-there.example", "duplicate", undefined],
    ["com", "invalid", "single_label"],
    ["BATCH-ONE.example", "duplicate", undefined],
    ["1.2.3.4", "invalid", "ip_address"],
  ]);
});

test("a batch may have at most 1,000 names", async () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => ({ domain: `n${index}.batch.example` }));
  const send = (domains: object) =>
    organization.ask({ method: "POST", url: "/api/v1/domains/batch", body: { domains } });
  expect((await send(names(1000))).body).toMatchObject({ meta: { created: 1000 } });
  expect((await send(names(1001))).status).toBe(400);
  expect((await send([])).status).toBe(400);
});

test("the list is filtered by status, searched by name, sorted and paged", async () => {
  const owner = await api.createOrganization();
  for (const name of ["b.list.example", "c.list.example", "other.example"]) await create({ domain: name }, owner);
  await owner.addVerifiedDomain("a.list.example");
  const list = async (query: string) => {
    const { body, headers } = await owner.ask<ListBody>({ url: `/api/v1/domains${query}` });
    return { names: body.data.map(({ domain }) => domain), meta: body.meta, link: headers.link };
  };
  expect((await list("")).names).toEqual(["a.list.example", "b.list.example", "c.list.example", "other.example"]);
  expect((await list("?status=verified")).names).toEqual(["a.list.example"]);
  expect((await list("?search=LIST.&sort=-domain")).names).toEqual([
    "c.list.example",
    "b.list.example",
    "a.list.example",
  ]);
  expect((await list("?search=%25")).names).toEqual([]);
  expect((await list("?sort=-verified_at")).names[0]).toBe("a.list.example");
  expect((await list("?sort=verified_at")).names[0]).toBe("a.list.example");
  expect((await list("?sort=-created_at")).names[0]).toBe("a.list.example");
  const page = await list("?per_page=2&page=2");
  expect(page.names).toEqual(["c.list.example", "other.example"]);
  expect(page.meta).toEqual({ total: 4, page: 2, per_page: 2, total_pages: 2 });
  expect(page.link).toContain('page=1>; rel="prev"');
  for (const query of ["?status=deleting", "?sort=name", "?search=", "?page=0", "?filter=x"]) {
    expect((await owner.ask({ url: `/api/v1/domains${query}` })).status).toBe(400);
  }
});

test("the pass rate covers the last 30 days, in the list and for one domain", async () => {
  const owner = await api.createOrganization();
  const domain = await owner.addVerifiedDomain("rates.example");
  await owner.addVerifiedDomain("silent.rates.example");
  const failing = aRecord({ ordinal: 1 });
  const passing = aRecord({ count: 2, policyEvaluated: { dkim: "pass" } });
  await owner.storeReport({ domain, day: "2026-10-01", records: [passing, failing] });
  await owner.storeReport({ domain, day: "2026-09-16", records: [failing] });
  await owner.storeReport({ domain, day: "2026-09-15", records: [failing] });
  await owner.storeReport({ domain, day: "2026-10-16", records: [failing] });
  const { body } = await owner.ask<ListBody>({ url: "/api/v1/domains" });
  expect(body.data.map(({ domain: name, pass_rate }) => [name, pass_rate])).toEqual([
    ["rates.example", 50],
    ["silent.rates.example", 0],
  ]);
  expect((await owner.ask({ url: `/api/v1/domains/${domain.id}` })).body).toMatchObject({ data: { pass_rate: 50 } });
});

test("one domain and the list show the policy and the state that the last check found, and ask no DNS", async () => {
  const { body } = await create({ domain: "policy.example" });
  const url = `/api/v1/domains/${body.data.id}`;
  api.dnsServer.setTxt("_dmarc.policy.example", "v=DMARC1; p=quarantine");
  expect((await organization.ask({ url })).body).toMatchObject({
    data: { dmarc_policy: null, dns_state: "unchecked" },
  });
  await organization.ask({ url: `${url}/dns?check=now` });
  const asked = api.dnsServer.asked.length;
  // The record that the operator publishes for reports to be sent here is missing, too.
  const found = { dmarc_policy: "quarantine", dns_state: "different", dns_checked_at: "2026-10-15T12:00:00.000Z" };
  expect((await organization.ask({ url })).body).toMatchObject({ data: found });
  const list = await organization.ask({ url: "/api/v1/domains?search=policy.example" });
  expect(list.body).toMatchObject({ data: [found] });
  expect(api.dnsServer.asked.length).toBe(asked);
});

test("only the given settings change, rule by rule", async () => {
  const { body } = await create({ domain: "settings.example" });
  const url = `/api/v1/domains/${body.data.id}`;
  const put = (changes: object) => organization.ask<DomainBody>({ method: "PUT", url, body: changes });
  await put({ labels: ["x", "y"], client_reference: "C-3", retention_days: 400 });
  const missing_reports = { enabled: false, days: 10 };
  const { status, body: changed } = await put({ dns_watch: false, alert_rules: { missing_reports } });
  expect(status).toBe(200);
  expect(changed.data.settings).toMatchObject({
    dns_watch: false,
    labels: ["x", "y"],
    client_reference: "C-3",
    retention_days: 400,
    alert_rules: { missing_reports, new_source: { enabled: true, failures_min: 50 } },
  });
  expect((await put({ client_reference: null, retention_days: null, labels: [] })).body.data.settings).toMatchObject({
    client_reference: null,
    retention_days: null,
    labels: [],
  });
  expect((await organization.ask<DomainBody>({ url })).body.data.settings).toMatchObject({ client_reference: null });
});

test.for([
  {},
  { domain: "other.example" },
  { status: "verified" },
  { labels: ["a", "a"] },
  { retention_days: 29 },
  { dns_watch: "yes" },
  { alert_rules: { pass_rate: { enabled: true } } },
  { alert_rules: { pass_rate: { enabled: true, below: 101, window_days: 1, messages_min: 1 } } },
  { alert_rules: { unknown: {} } },
])("the settings %j are refused", async (changes) => {
  const domain = await organization.addVerifiedDomain("refused.example");
  const url = `/api/v1/domains/${domain.id}`;
  expect((await organization.ask({ method: "PUT", url, body: changes })).status).toBe(400);
});

test("reading needs domains:read, writing domains:write", async () => {
  const [reader, writer] = [
    await organization.createKey(["domains:read"]),
    await organization.createKey(["domains:write"]),
  ];
  const { id } = await organization.addVerifiedDomain("scopes.example");
  const url = `/api/v1/domains/${id}`;
  const status = async (key: string, method: "GET" | "PUT" | "POST" | "DELETE", path: string, body?: object) =>
    (await organization.ask({ key, method, url: path, ...(body && { body }) })).status;
  for (const path of ["/api/v1/domains", url, `${url}/dns`]) {
    expect([path, await status(reader, "GET", path)]).toEqual([path, 200]);
    expect([path, await status(writer, "GET", path)]).toEqual([path, 403]);
  }
  expect(await status(reader, "PUT", url, { dns_watch: true })).toBe(403);
  expect(await status(reader, "POST", `${url}/verify`)).toBe(403);
  expect(await status(reader, "DELETE", url)).toBe(403);
  expect(await status(reader, "POST", "/api/v1/domains", { domain: "x.example" })).toBe(403);
  expect(await status(reader, "POST", "/api/v1/domains/batch", { domains: [{ domain: "x.example" }] })).toBe(403);
  expect(await status(writer, "DELETE", url)).toBe(204);
});
