import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../../testing/index.ts";

interface ListBody {
  readonly data: readonly { readonly source_ip: string; readonly first_seen: string }[];
  readonly meta: Readonly<Record<string, unknown>>;
}

const NOW = new Date("2026-10-15T12:00:00Z");
const LISTS = ["/api/v1/reports/sources", "/api/v1/reports/failures"];
/** More than the store is asked for at once. */
const SOURCES = 2345;

let api: TestApi;
let organization: TestOrganization;
let domain: { id: string; name: string };

/** A failing message of each address. */
const toRecords = (count: number, prefix = "2001:db8::1") =>
  Array.from({ length: count }, (_, index) => aRecord({ ordinal: index, sourceIp: `${prefix}:${index.toString(16)}` }));

beforeAll(async () => {
  api = await startApi({ now: () => NOW });
  organization = await api.createOrganization("free");
  domain = await organization.addVerifiedDomain("example.com");
  await organization.storeReport({ domain, day: "2026-10-01", records: toRecords(SOURCES) });
  await organization.storeReport({ domain, day: "2019-03-01", records: toRecords(1, "2001:db8::2") });
});

afterAll(() => api.stop());

const ask = (url: string) => organization.ask<ListBody>({ url });

describe.each(LISTS)("%s without page and per_page", (path) => {
  test("has every row, in order, and the meta of the contract instead of pages", async () => {
    const { status, headers, body } = await ask(`${path}?sort=source_ip`);
    expect([status, headers["content-type"], headers.link]).toEqual([
      200,
      "application/json; charset=utf-8",
      undefined,
    ]);
    expect(body.data.map(({ source_ip }) => source_ip)).toEqual(toRecords(SOURCES).map(({ sourceIp }) => sourceIp));
    expect(body.meta).toMatchObject({ total: SOURCES, reports_outside_period: 1 });
    expect(Object.keys(body.meta)).not.toContain("page");
  });

  test("has the rows of the pages, in their order", async () => {
    const pages = await Promise.all([1, 2, 24].map((page) => ask(`${path}?page=${page}&per_page=100`)));
    const whole = (await ask(path)).body.data;
    expect(pages.map(({ body }) => body.data)).toEqual([whole.slice(0, 100), whole.slice(100, 200), whole.slice(2300)]);
  });

  test("HEAD has no body", async () => {
    const { status, text } = await organization.ask({ method: "HEAD", url: path });
    expect([status, text]).toEqual([200, ""]);
  });

  test("a page, or the number of its rows alone, asks for pages", async () => {
    expect((await ask(`${path}?page=2`)).body.meta).toMatchObject({ page: 2, per_page: 20, total_pages: 118 });
    const { body, headers } = await ask(`${path}?per_page=50`);
    expect([body.data.length, body.meta]).toMatchObject([50, { page: 1, per_page: 50, total_pages: 47 }]);
    expect(headers.link).toContain('rel="next"');
  });
});

describe.each(LISTS)("%s beyond the greatest number of rows", (path) => {
  test("has that many, and the number of all in meta.total", async () => {
    const large = await api.createOrganization();
    const many = await large.addVerifiedDomain(`large-${path.slice(-4)}.example`);
    await large.storeReport({ domain: many, day: "2026-10-01", records: toRecords(10_007) });
    const { body } = await large.ask<ListBody>({ url: path });
    expect([body.data.length, body.meta.total]).toEqual([10_000, 10_007]);
  });
});

describe.each(LISTS)("%s of one domain without dates", (path) => {
  test("covers all days of its reports", async () => {
    const { meta } = (await ask(`${path}?domain_id=${domain.id}`)).body;
    const period = { start: "2019-03-01", end: "2026-10-01" };
    expect(meta).toMatchObject({ total: SOURCES + 1, period, reports_outside_period: 0 });
  });

  test("covers the last 30 days if there are none, and what is asked for if there are dates", async () => {
    const empty = await organization.addVerifiedDomain(`empty-${path.slice(-4)}.example`);
    const none = (await ask(`${path}?domain_id=${empty.id}`)).body;
    expect([none.data, none.meta.period]).toEqual([[], { start: "2026-09-16", end: "2026-10-15" }]);
    const { meta } = (await ask(`${path}?domain_id=${domain.id}&end_date=2019-03-02`)).body;
    expect(meta).toMatchObject({ total: 1, period: { start: "2019-02-01", end: "2019-03-02" } });
  });
});
