import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface ListBody {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly meta: {
    readonly total: number;
    readonly page: number;
    readonly per_page: number;
    readonly total_pages: number;
  };
}
interface ProblemBody {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

const NOW = new Date("2026-10-15T12:00:00.000Z");
const LISTS = ["", "/records", "/sources", "/failures"].map((path) => `/api/v1/reports${path}`);
const PERIODS = [...LISTS, "/api/v1/reports/aggregate"];

let api: TestApi;
let organization: TestOrganization;
let other: TestOrganization;
let domain: { id: string; name: string };
let quiet: { id: string; name: string };
let foreignDomainId: string;
let foreignReportId: string;
const reportIds: string[] = [];

const results = (dkim: string, spf: string, disposition = "none") => ({ disposition, dkim, spf });
const raw = (dkim: string, spf: string) => ({
  dkim: dkim === "none" ? [] : [{ domain: "example.com", selector: "s1", result: dkim }],
  spf: [{ domain: "example.com", scope: "mfrom", result: spf }],
});

/** 5 messages from one source passed, 3 from another failed: 62.5 %. */
const mixed = [
  aRecord({
    sourceIp: "192.0.2.1",
    count: 5,
    policyEvaluated: results("pass", "fail"),
    authResults: raw("pass", "fail"),
  }),
  aRecord({
    ordinal: 1,
    sourceIp: "2001:db8::7",
    count: 3,
    policyEvaluated: results("fail", "fail", "reject"),
    authResults: raw("none", "softfail"),
  }),
];

beforeAll(async () => {
  api = await startApi({ now: () => NOW });
  organization = await api.createOrganization("free");
  other = await api.createOrganization();
  domain = await organization.addVerifiedDomain("example.com");
  quiet = await organization.addVerifiedDomain("quiet.example");
  const foreign = await other.addVerifiedDomain("example.org");
  foreignDomainId = foreign.id;
  foreignReportId = await other.storeReport({ domain: foreign, day: "2026-10-01", records: mixed });
  for (const day of ["2026-09-15", "2026-09-16", "2026-10-01", "2026-10-15"]) {
    reportIds.push(await organization.storeReport({ domain, day, records: mixed }));
  }
  reportIds.push(await organization.storeReport({ domain: quiet, day: "2026-10-02", reporter: "Yahoo", records: [] }));
});

afterAll(() => api.stop());

const list = (query: string) => organization.ask<ListBody>({ url: `/api/v1/reports${query}` });
const refuse = (url: string) => organization.ask<ProblemBody>({ url });

describe("the list of reports", () => {
  test("has each report as in the contract, newest period first", async () => {
    const { status, body, headers } = await list("");
    expect([status, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(body.meta).toEqual({ total: 5, page: 1, per_page: 20, total_pages: 1 });
    expect(body.data.map(({ id }) => id)).toEqual([3, 4, 2, 1, 0].map((index) => reportIds[index]));
    expect(body.data[0]).toEqual({
      id: reportIds[3],
      domain_id: domain.id,
      reporter: "google.com",
      date_range: { begin: "2026-10-15T00:00:00.000Z", end: "2026-10-15T23:59:59.000Z" },
      total_count: 8,
      pass_count: 5,
      fail_count: 3,
      pass_rate: 62.5,
      received_at: "2026-02-04T05:06:07.000Z",
      trust: "upload",
      trust_reason: null,
      reporter_domain: null,
      reporter_domain_since: null,
      domain: "example.com",
      policy: "none",
    });
  });

  test("has a rate of 0 for a report without messages", async () => {
    const { body } = await list(`?domain_id=${quiet.id}`);
    expect(body.data).toMatchObject([{ total_count: 0, pass_count: 0, fail_count: 0, pass_rate: 0 }]);
  });

  test("is divided into pages with links to the others (RFC 8288)", async () => {
    const first = await list(`?per_page=2&domain_id=${domain.id}`);
    expect(first.body.meta).toEqual({ total: 4, page: 1, per_page: 2, total_pages: 2 });
    const link = (page: number) => `</api/v1/reports?per_page=2&domain_id=${domain.id}&page=${page}>`;
    expect(first.headers.link).toBe(`${link(1)}; rel="first", ${link(2)}; rel="next", ${link(2)}; rel="last"`);
    const second = await list(`?per_page=2&domain_id=${domain.id}&page=2`);
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(
      [3, 2, 1, 0].map((index) => reportIds[index]),
    );
    const past = await list("?page=7&per_page=2");
    expect(past.body).toEqual({ data: [], meta: { total: 5, page: 7, per_page: 2, total_pages: 3 } });
    expect(past.headers.link).toContain('page=3&per_page=2>; rel="prev"');
  });

  test("treats both dates as UTC days, inclusive; without them it has every report", async () => {
    const count = async (query: string) => (await list(query)).body.meta.total;
    expect(await count("?start_date=2026-09-16&end_date=2026-10-01")).toBe(2);
    expect(await count("?start_date=2026-10-01&end_date=2026-10-01")).toBe(1);
    expect(await count("?start_date=2026-10-02")).toBe(2);
    expect(await count("?end_date=2026-09-15")).toBe(1);
    expect(await count("?start_date=1970-01-01&end_date=2149-06-06")).toBe(5);
  });

  test("can be limited to one reporter, by the exact name", async () => {
    expect((await list("?reporter=Yahoo")).body.data).toMatchObject([{ id: reportIds[4], reporter: "Yahoo" }]);
    expect((await list("?reporter=yahoo")).body.meta.total).toBe(0);
  });

  test.for([
    ["date_range", "2026-09-15T00:00:00.000Z"],
    ["-date_range", "2026-10-15T00:00:00.000Z"],
    ["total_count", "2026-10-02T00:00:00.000Z"],
    ["-reporter", "2026-10-15T00:00:00.000Z"],
    ["reporter", "2026-10-02T00:00:00.000Z"],
  ])("is sorted by %s", async ([sort, begin]) => {
    const { body } = await list(`?sort=${sort}`);
    expect(body.data[0]).toMatchObject({ date_range: { begin } });
  });
});

describe("one report", () => {
  test("has the fields of the list, its policy and all its records", async () => {
    const { status, body, headers } = await organization.ask<{ data: object }>({ url: `/v1/reports/${reportIds[3]}` });
    expect([status, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    const listed = (await list("?per_page=1")).body.data[0];
    expect(body.data).toMatchObject({ ...listed, record_count: 2, records_skipped: 0, channel: "upload" });
    expect(body.data).toMatchObject({
      policy_published: { domain: "example.com", p: "none", sp: null },
      records: [
        { source_ip: "192.0.2.1", hostname: null, count: 5, dmarc_pass: true },
        {
          source_ip: "2001:db8::7",
          count: 3,
          dmarc_pass: false,
          policy_evaluated: { disposition: "reject", dkim: "fail", spf: "fail", reasons: [] },
          identifiers: { header_from: "example.com", envelope_from: null, envelope_to: null },
          auth_results: { dkim: [], spf: [{ domain: "example.com", scope: "mfrom", result: "softfail" }] },
        },
      ],
    });
  });

  test("has the records of one page if one is asked for, and links to its neighbours", async () => {
    interface Body {
      readonly data: { readonly record_count: number; readonly records: readonly { readonly source_ip: string }[] };
    }
    const url = `/api/v1/reports/${reportIds[3]}`;
    const read = (query: string) => organization.ask<Body>({ url: url + query });
    const { body, headers } = await read("?page=2&per_page=1");
    expect(body.data).toMatchObject({ record_count: 2, records: [{ source_ip: "2001:db8::7" }] });
    expect(body.data.records).toHaveLength(1);
    expect(headers.link).toContain(`<${url}?page=1&per_page=1>; rel="prev"`);
    expect((await read("?page=3&per_page=1")).body.data.records).toEqual([]);
    expect((await read("?per_page=100")).body).toEqual((await read("")).body);
    expect((await read("?page=1&per_page=1")).headers.etag).not.toBe(headers.etag);
    expect((await read("?page=0")).status).toBe(400);
  });

  test("is 304 for a client that already has it, until the day ends, for facts about addresses may change", async () => {
    const url = `/api/v1/reports/${reportIds[0]}`;
    const { etag } = (await organization.ask({ url })).headers;
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    const again = await organization.ask({ url, headers: { "if-none-match": String(etag) } });
    expect([again.status, again.text]).toEqual([304, ""]);
    const tomorrow = await api.createServer({ now: () => new Date("2026-10-16T00:00:00.000Z") });
    const later = await organization.ask({ url, server: tomorrow, headers: { "if-none-match": String(etag) } });
    expect(later.status).toBe(200);
    expect((await organization.ask({ url: `/api/v1/reports/${reportIds[1]}` })).headers.etag).not.toBe(etag);
  });
});

describe("the aggregate", () => {
  interface AggregateBody {
    readonly meta: object;
    readonly data: {
      readonly period: object;
      readonly totals: object;
      readonly authentication: object;
      readonly daily: readonly { readonly date: string }[];
    };
  }
  const read = async (query: string) =>
    (await organization.ask<AggregateBody>({ url: `/api/v1/reports/aggregate${query}` })).body.data;

  test("covers by default every one of the last 30 days", async () => {
    const { period, totals, authentication, daily } = await read("");
    expect(period).toEqual({ start: "2026-09-16", end: "2026-10-15" });
    expect(totals).toEqual({ emails: 24, reports: 4, sources: 2 });
    expect(authentication).toEqual({
      pass_rate: 62.5,
      spf_pass_rate: 0,
      dkim_pass_rate: 62.5,
      dmarc_pass_rate: 62.5,
    });
    expect(daily).toHaveLength(30);
    const nothing = { emails: 0, passed: 0, failed: 0, pass_rate: 0 };
    const mail = { emails: 8, passed: 5, failed: 3, pass_rate: 62.5 };
    expect(daily[0]).toEqual({ date: "2026-09-16", ...mail, state: "complete" });
    expect(daily[1]).toEqual({ date: "2026-09-17", ...nothing, state: "none" });
    expect(daily.slice(-2)).toEqual([
      { date: "2026-10-14", ...nothing, state: "pending" },
      { date: "2026-10-15", ...mail, state: "partial" },
    ]);
  });

  test("covers the days from a start alone to today, and the 30 days up to an end alone", async () => {
    expect((await read("?start_date=2026-10-01")).period).toEqual({ start: "2026-10-01", end: "2026-10-15" });
    expect((await read("?end_date=2026-10-01")).period).toEqual({ start: "2026-09-02", end: "2026-10-01" });
  });

  test("has zeros and every rate if there were no messages", async () => {
    const { totals, authentication } = await read(`?domain_id=${quiet.id}`);
    expect(totals).toEqual({ emails: 0, reports: 1, sources: 0 });
    expect(authentication).toEqual({ pass_rate: 0, spf_pass_rate: 0, dkim_pass_rate: 0, dmarc_pass_rate: 0 });
  });
});

/** The `meta` of a request without dates. */
const lastMonth = {
  period: { start: "2026-09-16", end: "2026-10-15" },
  reports_outside_period: 1,
  earliest_day: "2026-09-15",
  latest_day: "2026-10-15",
};

test("sources are listed as in the contract, those with most messages first", async () => {
  await api.judge();
  const { body } = await organization.ask<ListBody>({ url: "/api/v1/reports/sources" });
  expect(body.meta).toEqual({ total: 2, ...lastMonth });
  expect(body.data).toEqual([
    {
      source_ip: "192.0.2.1",
      hostname: null,
      organization: null,
      country: null,
      asn: null,
      total_count: 15,
      pass_count: 15,
      pass_rate: 100,
      spf_result: "fail",
      dkim_result: "pass",
      first_seen: "2026-09-15T00:00:00.000Z",
      last_seen: "2026-10-15T23:59:59.000Z",
      reverse_name: null,
      spf_aligned: 0,
      dkim_aligned: 15,
      spf_domains: [],
      dkim_domains: ["example.com"],
      domains: [{ id: domain.id, name: "example.com", total_count: 15 }],
      domain_count: 1,
      service: null,
      service_category: null,
      sender: null,
      sender_kind: "none",
    },
    expect.objectContaining({ source_ip: "2001:db8::7", total_count: 9, pass_count: 0, pass_rate: 0 }),
  ]);
  const sorted = await organization.ask<ListBody>({ url: "/api/v1/reports/sources?sort=total_count&per_page=1" });
  expect(sorted.body).toMatchObject({ data: [{ source_ip: "2001:db8::7" }], meta: { total: 2, total_pages: 2 } });
  expect(sorted.headers.link).toContain('rel="next"');
});

test("failures are listed as in the contract, with a placeholder for an unknown host name", async () => {
  await api.judge();
  const { body } = await organization.ask<ListBody>({ url: "/api/v1/reports/failures" });
  expect(body.meta).toEqual({ total: 1, total_failures: 9, ...lastMonth });
  expect(body.data).toEqual([
    {
      source_ip: "2001:db8::7",
      hostname: "unknown",
      organization: null,
      country: null,
      asn: null,
      failure_count: 9,
      spf_result: "softfail",
      dkim_result: "none",
      policy_applied: "reject",
      first_seen: "2026-09-15T00:00:00.000Z",
      last_seen: "2026-10-15T23:59:59.000Z",
      reverse_name: null,
      spf_aligned: 0,
      dkim_aligned: 0,
      spf_domains: [],
      dkim_domains: [],
      domains: [{ id: domain.id, name: "example.com", failure_count: 9 }],
      domain_count: 1,
      service: null,
      service_category: null,
      sender: null,
      sender_kind: "none",
    },
  ]);
  const october = await organization.ask<ListBody>({ url: "/api/v1/reports/failures?start_date=2026-10-01" });
  expect(october.body.meta).toMatchObject({ total_failures: 6 });
});

describe("the meta about other days", () => {
  const SUMS = ["aggregate", "sources", "failures"];
  const readMeta = async (asking: TestOrganization, path: string) =>
    (await asking.ask<{ meta: object }>({ url: `/api/v1/reports/${path}` })).body.meta;

  test.for(SUMS)(
    "%s: after an import of old reports the first answer shows that they exist, and their days",
    async (path) => {
      const importer = await api.createOrganization();
      const old = await importer.addVerifiedDomain(`old-${path}.example`);
      const none = { reports_outside_period: 0, earliest_day: null, latest_day: null };
      expect(await readMeta(importer, path)).toMatchObject(none);
      for (const day of ["2019-03-01", "2019-03-02", "2021-12-31"]) await importer.storeReport({ domain: old, day });
      const span = { earliest_day: "2019-03-01", latest_day: "2021-12-31" };
      expect(await readMeta(importer, path)).toMatchObject({ ...span, reports_outside_period: 3 });
      const query = `${path}?start_date=2019-03-01&end_date=2019-12-31&domain_id=${old.id}`;
      expect(await readMeta(importer, query)).toMatchObject({ ...span, reports_outside_period: 1 });
    },
  );

  test.for(SUMS)("%s: it covers only the requested domain", async (path) => {
    const span = { reports_outside_period: 0, earliest_day: "2026-10-02", latest_day: "2026-10-02" };
    expect(await readMeta(organization, `${path}?domain_id=${quiet.id}`)).toMatchObject(span);
  });
});

describe("what is refused", () => {
  test.for(PERIODS)("%s: invalid days, and a start after the end", async (path) => {
    for (const [query, pointer, words] of [
      ["start_date=2026-02-30", "/query/start_date", "not a calendar day"],
      ["end_date=2026-13-01", "/query/end_date", "not a calendar day"],
      ["end_date=yesterday", "/query/end_date", "must be a day, YYYY-MM-DD"],
      ["start_date=2026-10-02&end_date=2026-10-01", "/query/start_date", "after end_date"],
    ]) {
      const { status, body } = await refuse(`${path}?${query}`);
      expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([400, "invalid_request", pointer]);
      expect(body.detail).toContain(words);
    }
  });

  test.for(PERIODS.slice(1))("%s: a period longer than fifty years, with the limit", async (path) => {
    const { status, body } = await refuse(`${path}?start_date=1970-01-01&end_date=2026-01-01`);
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, "/query/start_date"]);
    expect(body.detail).toContain("18300");
    expect((await organization.ask({ url: `${path}?start_date=2000-01-01&end_date=2049-12-31` })).status).toBe(200);
  });

  test.for([...PERIODS, "/api/v1/reports/rpt_x"])("%s: an unknown parameter, by its name", async (path) => {
    const { status, body } = await refuse(`${path}?domain=example.com`);
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, "/query/domain"]);
  });

  test.for(LISTS)("%s: pages out of bounds and unknown orders", async (path) => {
    for (const query of [
      "page=0",
      "page=1000001",
      "per_page=0",
      "per_page=101",
      "page=one",
      "sort=size",
      "format=xml",
    ]) {
      const { status, body } = await refuse(`${path}?${query}`);
      expect([query, status, body.errors?.[0]?.pointer]).toEqual([query, 400, `/query/${query.split("=")[0]}`]);
    }
    expect((await organization.ask({ url: `${path}?page=1000000&per_page=100` })).status).toBe(200);
  });

  test.for(PERIODS)("%s: another organization's domain, like an unknown one", async (path) => {
    const answers = [foreignDomainId, "dom_none"].map((id) => refuse(`${path}?domain_id=${id}`));
    for (const { status, body } of await Promise.all(answers)) {
      expect([status, body.code, body.detail]).toEqual([404, "not_found", "There is no domain with this id."]);
    }
  });

  test("another organization's report, like an unknown one", async () => {
    for (const id of [foreignReportId, "rpt_none"]) {
      const { status, body } = await refuse(`/api/v1/reports/${id}`);
      expect([status, body.code, body.detail]).toEqual([404, "not_found", "There is no report with this id."]);
    }
    expect((await other.ask({ url: `/api/v1/reports/${foreignReportId}` })).status).toBe(200);
  });

  test.for([...PERIODS, "/api/v1/reports/rpt_x"])(
    "%s: a missing key, an invalid key, and a key without the scope",
    async (path) => {
      const none = await api.server.inject({ url: path });
      expect([none.statusCode, none.json().code]).toEqual([401, "missing_key"]);
      const wrong = await organization.ask<ProblemBody>({ url: path, key: "ruaflow_none_none" });
      expect([wrong.status, wrong.body.code]).toEqual([401, "invalid_key"]);
      const key = await organization.createKey(["ingest:write"]);
      const unscoped = await organization.ask<ProblemBody>({ url: path, key });
      expect([unscoped.status, unscoped.body.code]).toEqual([403, "missing_scope"]);
      expect(unscoped.headers["content-type"]).toContain("application/problem+json");
    },
  );
});

test("reports are listed without their policies while ClickHouse is unreachable; other errors are reported", async () => {
  const serverWith = (error: Error) =>
    api.createServer({ records: { ...api.records, readPolicies: () => Promise.reject(error) } });
  const url = "/api/v1/reports?start_date=2026-10-01&end_date=2026-10-02";
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const whole = await organization.ask<ListBody>({ url });
  const rest = await organization.ask<ListBody>({ url, server: await serverWith(away) });
  expect(whole.body.data.length).toBeGreaterThan(0);
  expect(rest.body.data).toEqual(whole.body.data.map((report) => ({ ...report, policy: null })));
  const broken = await organization.ask({ url, server: await serverWith(new Error("broken")) });
  expect(broken.status).toBe(500);
});
