import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type GeneratedMail,
  readCsv,
  startApi,
  storeGeneratedMail,
  type TestApi,
  type TestOrganization,
} from "../../testing/index.ts";

interface Row {
  readonly report_id: string;
  readonly reporter: string;
  readonly date_range: { readonly begin: string };
  readonly domain_id: string;
  readonly domain: string;
  readonly trust: string;
  readonly source_ip: string;
  readonly count: number;
  readonly dmarc_pass: boolean;
  readonly sender: string | null;
  readonly service: string | null;
  readonly class: string;
  readonly cause: string;
}

interface Group {
  readonly key: string | null;
  readonly class: string;
  readonly cause: string;
  readonly emails: number;
  readonly failed: number;
  readonly failure_count: number;
}

interface Body<Item = Row> {
  readonly data: readonly Item[];
  readonly meta: {
    readonly total: number;
    readonly total_messages: number;
    readonly total_failures: number;
    readonly period: object;
  };
}

let api: TestApi;
let organization: TestOrganization;
let other: TestOrganization;
let generated: GeneratedMail;

beforeAll(async () => {
  api = await startApi({ now: () => new Date("2026-10-02T12:00:00Z") });
  organization = await api.createOrganization();
  other = await api.createOrganization();
  generated = await storeGeneratedMail(api, organization);
  const domain = await other.addVerifiedDomain("other.example");
  await other.storeReport({ domain, day: "2026-10-01", records: [aRecord({ count: 7 })] });
});

afterAll(() => api.stop());

async function ask<Item = Row>(path: string, owner = organization): Promise<Body<Item>> {
  const { status, text, body } = await owner.ask<Body<Item>>({ url: `/api/v1/reports/${path}` });
  expect([status, text.slice(0, 500)]).toEqual([200, expect.any(String)]);
  return body;
}

const readRecords = (query: string, owner = organization) => ask(`records?${generated.query}&${query}`, owner);
const sum = (rows: readonly { readonly count: number }[]) => rows.reduce((all, { count }) => all + count, 0);

async function readAll(query: string): Promise<readonly Row[]> {
  const { data, meta } = await readRecords(`${query}&per_page=100`);
  const pages = Array.from({ length: Math.ceil(meta.total / 100) - 1 }, (_, index) => index + 2);
  const others = await Promise.all(pages.map((page) => readRecords(`${query}&per_page=100&page=${page}`)));
  return [...data, ...others.flatMap((each) => each.data)];
}

const parameter = (name: string, value: string | null) => `${name}=${encodeURIComponent(value ?? "")}`;

/** Filters of one value each, of records that exist. */
async function listFilters(): Promise<string[]> {
  const rows = await readAll("");
  const row = rows.find(({ dmarc_pass: isPass }) => !isPass) ?? expect.fail("nothing fails");
  return [
    "",
    parameter("domain_id", row.domain_id),
    parameter("source_ip", row.source_ip),
    parameter("reporter", row.reporter),
    parameter("sender", row.sender),
    parameter("service", row.service),
    parameter("class", row.class),
    parameter("cause", row.cause),
    ...["disposition=reject", "result=fail", "result=pass", "country=", "trust=all"],
  ];
}

test("the records of a filter have the sum of the aggregate, and the failing ones that of the failures", async () => {
  for (const filter of await listFilters()) {
    const rows = await readAll(filter);
    const { meta } = await readRecords(filter);
    expect([meta.total, meta.total_messages]).toEqual([rows.length, sum(rows)]);
    const aggregate = await organization.ask<{ data: { totals: { emails: number } } }>({
      url: `/api/v1/reports/aggregate?${generated.query}&${filter}`,
    });
    expect([filter, sum(rows)]).toEqual([filter, aggregate.body.data.totals.emails]);
    if (filter.startsWith("result")) continue;
    const failures = await ask(`failures?${generated.query}&${filter}`);
    const failing = await readAll(`${filter}&result=fail`);
    expect(failing.map((row) => row.dmarc_pass)).toEqual(failing.map(() => false));
    expect([filter, sum(failing)]).toEqual([filter, failures.meta.total_failures]);
  }
});

test("the failing records of a sender and cause have the sum of its group, and the verdict that selects them", async () => {
  const { data } = await ask<Group>(`failures?${generated.query}&group_by=sender_cause&per_page=100`);
  expect(data.length).toBeGreaterThan(3);
  for (const group of data) {
    const senders = `${parameter("sender", group.key)}&class=${group.class}&cause=${group.cause}`;
    const rows = await readAll(`${senders}&result=fail`);
    expect(sum(rows)).toBe(group.failure_count);
    for (const row of rows) expect([row.sender, row.class, row.cause]).toEqual([group.key, group.class, group.cause]);
  }
});

test.each(["reporter", "domain", "day"])("the records of each %s have the sums of its group", async (by) => {
  const { data } = await ask<Group>(`aggregate?${generated.query}&group_by=${by}&per_page=100`);
  expect(data.length).toBeGreaterThan(1);
  const toFilter = ({ key }: Group) =>
    by === "day" ? `start_date=${key}&end_date=${key}` : parameter(by === "domain" ? "domain_id" : by, key);
  for (const group of data) {
    const filter = by === "day" ? toFilter(group) : `${generated.query}&${toFilter(group)}`;
    expect((await ask(`records?${filter}`)).meta.total_messages).toBe(group.emails);
    expect((await ask(`records?${filter}&result=fail`)).meta.total_messages).toBe(group.failed);
  }
});

test("a record is as its report has it, with the report's facts and the verdict of the sources of its domain", async () => {
  const rows = await readAll("");
  for (const row of rows.slice(0, 10)) {
    const { report_id: id, reporter, date_range, domain_id, domain, trust, ...record } = row;
    const { body } = await organization.ask<{ data: object & { records: readonly object[] } }>({
      url: `/api/v1/reports/${id}`,
    });
    expect(body.data).toMatchObject({ id, reporter, date_range, domain_id, domain, trust });
    const own = Object.fromEntries(
      Object.entries(record).filter(([name]) => !/^(service|sender|class$|cause$)/.test(name)),
    );
    expect(body.data.records).toContainEqual(own);
    const verdict = generated.recount(domain_id).find(({ mail }) => mail.sourceIp === row.source_ip)?.verdict;
    expect([row.class, row.cause]).toEqual([verdict?.class, verdict?.cause]);
  }
});

test("CSV has the same rows, by domain and day, and POST the same answers", async () => {
  for (const filter of ["", "result=fail"]) {
    const rows = await readAll(filter);
    const { text } = await organization.ask({ url: `/api/v1/reports/records?${generated.query}&${filter}&format=csv` });
    const exported = readCsv(text);
    const toKey = (row: Readonly<Record<string, unknown>> | Row) =>
      ["report_id", "source_ip", "count", "dmarc_pass", "sender", "class", "cause"]
        .map((name) => String((row as Readonly<Record<string, unknown>>)[name] ?? ""))
        .join(" ");
    expect(exported.map(toKey).toSorted()).toEqual(rows.map(toKey).toSorted());
    const places = exported.map((row) => `${row.domain_id} ${row["date_range.begin"]?.slice(0, 10)}`);
    expect(places).toEqual(places.toSorted());
  }
  const asked = await readRecords("sort=-count&page=2");
  const body = { start_date: "2026-10-01", end_date: "2026-10-02", sort: "-count", page: 2 };
  const posted = await organization.ask({ method: "POST", url: "/api/v1/reports/records", body });
  expect(posted.body).toEqual(asked);
});

test("records are sorted by their day or their messages, and divided into pages without gaps", async () => {
  const all = await readAll("");
  for (const sort of ["count", "-count"]) {
    const counts = (await readAll(`sort=${sort}`)).map(({ count }) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => (sort === "count" ? a - b : b - a)));
  }
  const days = all.map(({ date_range: { begin } }) => begin.slice(0, 10));
  expect(days).toEqual(days.toSorted().reverse());
  expect(new Set((await readAll("sort=date_range")).map((row) => JSON.stringify(row)))).toEqual(
    new Set(all.map((row) => JSON.stringify(row))),
  );
});

test("organizations see their own records alone, and one domain without dates has all of its days", async () => {
  const mine = await readAll("");
  const { data, meta } = await readRecords("per_page=100", other);
  expect([meta.total, meta.total_messages]).toEqual([1, 7]);
  expect(data.filter(({ report_id: id }) => mine.some((row) => row.report_id === id))).toEqual([]);
  const [first] = mine;
  const domain = await ask(`records?domain_id=${first?.domain_id}`);
  expect(domain.meta.period).toEqual({ start: "2026-10-01", end: "2026-10-02" });
});

describe("hostile texts", () => {
  const texts = [
    "' OR 1=1 --",
    "{organizationId:String}",
    '=HYPERLINK("//x")',
    "<script>x</script>",
    "\\'; --",
    "a\nb",
  ];

  test("of a reporter are only text, in filters and in rows", async () => {
    const own = await api.createOrganization();
    const domain = await own.addVerifiedDomain("hostile.example");
    for (const [index, reporter] of texts.entries())
      await own.storeReport({ domain, reporter, day: "2026-10-01", records: [aRecord({ count: index + 1 })] });
    for (const [index, reporter] of texts.entries()) {
      const { data, meta } = await ask(`records?${generated.query}&${parameter("reporter", reporter)}`, own);
      expect([meta.total, meta.total_messages, data[0]?.reporter]).toEqual([1, index + 1, reporter]);
    }
    const { body } = await own.ask<Body>({ url: "/api/v1/reports/records?reporter=" });
    expect(body).toMatchObject({ code: "invalid_request" });
  });
});
