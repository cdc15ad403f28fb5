import { recordFilters } from "@ruaflow/record-store/filters";
import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCsv, startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

const NOW = new Date("2026-10-15T12:00:00Z");

interface Body {
  readonly data: readonly Readonly<Record<string, unknown>>[] & {
    readonly totals: object;
    readonly daily: readonly { readonly date: string; readonly state: string; readonly emails: number }[];
  };
  readonly meta: { readonly total: number; readonly total_messages: number };
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

let api: TestApi;
let organization: TestOrganization;
let foreignId: string;
const ids: string[] = [];
const reportIds: string[] = [];

const signed = (domain: string, selector: string) => ({ domain, selector, result: "pass" });

/** A passing and a failing source, which two domains share, and one of the domain's own. */
const toRecords = (index: number) => [
  aRecord({
    sourceIp: "192.0.2.1",
    count: 5,
    policyEvaluated: { dkim: "pass" },
    authResults: {
      dkim: [signed(`domain-${index}.example`, "S1"), signed("mailer.example", "k2")],
      spf: [{ domain: "bounce.mailer.example", scope: "mfrom", result: "pass" }],
    },
  }),
  aRecord({ ordinal: 1, sourceIp: `198.51.100.${index}`, count: 2, policyEvaluated: { disposition: "reject" } }),
];

beforeAll(async () => {
  api = await startApi({ now: () => NOW });
  organization = await api.createOrganization();
  const other = await api.createOrganization();
  foreignId = (await other.addVerifiedDomain("foreign.example")).id;
  for (let index = 0; index < 3; index += 1) {
    const domain = await organization.addVerifiedDomain(`domain-${index}.example`);
    ids.push(domain.id);
    reportIds.push(await organization.storeReport({ domain, day: `2026-10-0${index + 1}`, records: toRecords(index) }));
    const changes = { labels: index === 0 ? ["vip", "eu"] : ["eu"], clientReference: index < 2 ? "C-1" : null };
    await api.metadata.domains.updateDomainSettings(organization.id, { domainId: domain.id, changes });
  }
});

afterAll(() => api.stop());

const get = (path: string) => organization.ask<Body>({ url: `/api/v1/reports${path}` });
const post = (path: string, body: object, headers = {}) =>
  organization.ask<Body>({ method: "POST", url: `/api/v1/reports${path}`, body, headers });
const emailsOf = async (query: string) => (await get(`/aggregate?${query}`)).body.data.totals;

test("domains are selected by ids, labels and references, and several parameters by all of them", async () => {
  expect(await emailsOf(`domain_id=${ids[0]}&domain_id=${ids[2]}`)).toEqual({ emails: 14, reports: 2, sources: 3 });
  expect(await emailsOf("label=vip")).toMatchObject({ emails: 7, reports: 1 });
  expect(await emailsOf("label=vip&label=eu")).toMatchObject({ emails: 21, reports: 3 });
  expect(await emailsOf("client_reference=C-1")).toMatchObject({ emails: 14, reports: 2 });
  expect(await emailsOf(`client_reference=C-1&label=eu&domain_id=${ids[1]}`)).toMatchObject({ emails: 7 });
  expect(await emailsOf("label=unknown")).toEqual({ emails: 0, reports: 0, sources: 0 });
  expect((await get("?label=vip")).body.data).toMatchObject([{ id: reportIds[0], domain: "domain-0.example" }]);
});

test.for([
  ["source_ip=192.0.2.0/24", { emails: 15, reports: 3, sources: 1 }],
  ["source_ip=198.51.100.1", { emails: 2, reports: 1, sources: 1 }],
  ["source_ip=2001:db8::/32", { emails: 0, reports: 0, sources: 0 }],
  ["disposition=reject", { emails: 6, reports: 3, sources: 3 }],
  ["result=pass", { emails: 15, reports: 3, sources: 1 }],
  ["selector=s1", { emails: 15, reports: 3, sources: 1 }],
  ["dkim_domain=Domain-1.example", { emails: 5, reports: 1, sources: 1 }],
  ["dkim_domain=mailer.example&selector=s1", { emails: 0, reports: 0, sources: 0 }],
  ["dkim_domain=mailer.example&selector=K2&client_reference=C-1", { emails: 10, reports: 2, sources: 1 }],
  ["spf_domain=bounce.mailer.example", { emails: 15, reports: 3, sources: 1 }],
  ["country=", { emails: 21, reports: 3, sources: 4 }],
  ["source_organization=&result=fail", { emails: 6, reports: 3, sources: 3 }],
  ["country=DE", { emails: 0, reports: 0, sources: 0 }],
  ["reporter=google.com", { emails: 21, reports: 3, sources: 4 }],
  ["reporter=Google.com", { emails: 0, reports: 0, sources: 0 }],
] as const)("the aggregate of %s has only the matching messages", async ([query, totals]) => {
  expect(await emailsOf(query)).toEqual(totals);
  const { body } = await get(`/sources?${query}`);
  expect(body.meta.total).toBe(totals.sources);
  expect((await get(`?${query}`)).body.meta.total).toBe(totals.reports);
  expect((await get(`/records?${query}`)).body.meta.total_messages).toBe(totals.emails);
});

test.for(Object.values(recordFilters))(
  "each route takes $name, and GET and POST mean the same",
  async ({ name, example }) => {
    const posted = { "": "/search" } as Readonly<Record<string, string>>;
    for (const path of ["", "/aggregate", "/sources", "/failures", "/records"].filter(
      (each) => `${each}${name}` !== "/failuresresult",
    )) {
      const { status, body } = await get(`${path}?${name}=${encodeURIComponent(example)}`);
      expect([path, status]).toEqual([path, 200]);
      expect((await post(posted[path] ?? path, { [name]: example })).body).toEqual(body);
    }
  },
);

test("a filter of records leaves the states of days as they are", async () => {
  const { daily } = (await get(`/aggregate?disposition=reject&start_date=2026-10-01&domain_id=${ids[0]}`)).body.data;
  const stateOf = (date: string) => daily.find((day) => day.date === date)?.state;
  expect(["2026-10-01", "2026-10-02", "2026-10-04"].map(stateOf)).toEqual(["complete", "none", "pending"]);
});

test("the list of reports is divided into exact pages by a filter of records", async () => {
  const first = await get("?result=fail&per_page=2&sort=date_range");
  const second = await get("?result=fail&per_page=2&sort=date_range&page=2");
  expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(reportIds);
  expect(first.body.meta).toMatchObject({ total: 3, total_pages: 2 });
});

test("a source shows its domains, what authenticated it, and when it was first seen on any day", async () => {
  const { body } = await get("/sources?source_ip=192.0.2.1&start_date=2026-10-02");
  expect(body.data).toMatchObject([
    {
      total_count: 10,
      first_seen: "2026-10-01T00:00:00.000Z",
      dkim_aligned: 10,
      spf_aligned: 0,
      spf_domains: ["bounce.mailer.example"],
      dkim_domains: ["mailer.example", "domain-1.example", "domain-2.example"],
      domain_count: 2,
    },
  ]);
  const { body: failures } = await get(`/failures?domain_id=${ids[1]}`);
  expect(failures.data).toMatchObject([{ domains: [{ id: ids[1], name: "domain-1.example", failure_count: 2 }] }]);
});

describe("a POST", () => {
  test.for(["/aggregate", "/sources", "/failures", "/records"])("to %s has the answer of the GET", async (path) => {
    const asked = await get(`${path}?domain_id=${ids[0]}&domain_id=${ids[1]}&disposition=reject`);
    const posted = await post(path, { domain_id: ids.slice(0, 2), disposition: "reject" });
    expect([posted.status, posted.body]).toEqual([200, asked.body]);
  });

  test("to /reports/search lists reports, page by page, without links", async () => {
    const { body, headers } = await post("/search", { label: "eu", per_page: 2, page: 2, sort: "date_range" });
    expect(body).toMatchObject({ data: [{ id: reportIds[2] }], meta: { total: 3, page: 2 } });
    expect(headers.link).toBeUndefined();
  });

  test("may name 10,000 domains, and not one more", async () => {
    const many = Array.from({ length: 10_000 }, () => ids[0]);
    expect((await post("/aggregate", { domain_id: many })).body.data.totals).toMatchObject({ emails: 7 });
    const { status, body } = await post("/aggregate", { domain_id: [...many, ids[1]] });
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, "/body/domain_id"]);
  });

  test("exports CSV when its URL or header asks for it", async () => {
    const expected = readCsv((await get("/sources?label=vip&format=csv")).text);
    expect(expected).toHaveLength(2);
    expect(readCsv((await post("/sources?format=csv", { label: "vip", page: 0 })).text)).toEqual(expected);
    expect(readCsv((await post("/sources", { label: "vip" }, { accept: "text/csv" })).text)).toEqual(expected);
  });

  test("names the fault by its place in the body", async () => {
    for (const [sent, pointer] of [
      [{ domain: "example.com" }, "/body/domain"],
      [{ source_ip: "192.0.2.1/33" }, "/body/source_ip"],
      [{ start_date: "2026-02-30" }, "/body/start_date"],
      [{ format: "csv" }, "/body/format"],
    ] as const) {
      const { status, body } = await post("/sources", sent);
      expect([status, body.errors?.[0]?.pointer]).toEqual([400, pointer]);
    }
  });

  test("is not stored under an Idempotency-Key, and needs only the scope to read", async () => {
    const headers = { "idempotency-key": "the-same" };
    expect((await post("/aggregate", { label: "vip" }, headers)).body.data.totals).toMatchObject({ emails: 7 });
    expect((await post("/aggregate", { label: "eu" }, headers)).body.data.totals).toMatchObject({ emails: 21 });
    const url = "/api/v1/reports/sources";
    const ask = async (scope: "reports:read" | "domains:read") =>
      organization.ask({ method: "POST", url, body: {}, key: await organization.createKey([scope]) });
    expect([(await ask("reports:read")).status, (await ask("domains:read")).status]).toEqual([200, 403]);
  });
});

test.for(["", "/aggregate", "/sources", "/failures", "/records"])(
  "%s: one foreign id among others is a 404",
  async (path) => {
    const unknown = await get(`${path}?domain_id=${ids[0]}&domain_id=dom_unknown`);
    const foreign = await get(`${path}?domain_id=${ids[0]}&domain_id=${foreignId}`);
    const posted = await post(path === "" ? "/search" : path, { domain_id: [ids[0], foreignId] });
    expect([unknown.status, foreign.status, posted.status]).toEqual([404, 404, 404]);
    expect(foreign.body.detail).toBe(unknown.body.detail);
  },
);

test("a parameter without meaning is refused by name, with the way out", async () => {
  const { status, body } = await get("/failures?result=pass");
  expect([status, body.errors?.[0]?.pointer]).toEqual([400, "/query/result"]);
  expect(body.detail).toContain("/reports/sources");
  const posted = await post("/failures", { result: "fail" });
  expect([posted.status, posted.body.errors?.[0]?.pointer]).toEqual([400, "/body/result"]);
  for (const text of ["192.0.2", "192.0.2.1/33", "fe80::1%eth0", "example.com"]) {
    const refused = await get(`/sources?source_ip=${encodeURIComponent(text)}`);
    expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([400, "/query/source_ip"]);
  }
});
