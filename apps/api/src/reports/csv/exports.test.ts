import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseCsv, readCsv, startApi, type TestApi, type TestOrganization } from "../../testing/index.ts";

interface ListBody {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}
interface ProblemBody {
  readonly code: string;
  readonly errors?: readonly { readonly pointer: string }[];
}

const NOW = new Date("2026-10-15T12:00:00Z");
const LISTS = ["/api/v1/reports", "/api/v1/reports/sources", "/api/v1/reports/failures", "/api/v1/reports/records"];

let api: TestApi;
let organization: TestOrganization;
let domain: { id: string; name: string };
let reportId: string;
let routes: string[];

beforeAll(async () => {
  api = await startApi({ now: () => NOW });
  organization = await api.createOrganization("protect");
  domain = await organization.addVerifiedDomain("example.com");
  for (let day = 1; day <= 14; day += 1) {
    for (let report = 0; report < 10; report += 1) {
      const records = [0, 1, 2].map((ordinal) =>
        aRecord({ ordinal, sourceIp: `198.51.${day}.${report * 3 + ordinal}`, count: ordinal + 1 }),
      );
      reportId = await organization.storeReport({ domain, day: `2026-10-${String(day).padStart(2, "0")}`, records });
    }
  }
  routes = [...LISTS, "/api/v1/reports/aggregate", `/api/v1/reports/${reportId}`];
});

afterAll(() => api.stop());

const exportCsv = (url: string) => organization.ask({ url: `${url}${url.includes("?") ? "&" : "?"}format=csv` });

describe("a CSV", () => {
  test("is a download whose file name has its content and days", async () => {
    const names = [
      ["/api/v1/reports", "reports_all.csv"],
      ["/api/v1/reports?start_date=2026-10-01", "reports_from_2026-10-01.csv"],
      ["/api/v1/reports?end_date=2026-10-07", "reports_until_2026-10-07.csv"],
      ["/api/v1/reports/sources?start_date=2026-10-01&end_date=2026-10-07", "sources_2026-10-01_2026-10-07.csv"],
      ["/api/v1/reports/failures", "failures_2026-09-16_2026-10-15.csv"],
      ["/api/v1/reports/records?start_date=2026-10-01", "records_2026-10-01_2026-10-15.csv"],
      ["/v1/reports/aggregate", "aggregate_2026-09-16_2026-10-15.csv"],
      [`/v1/reports/${reportId}`, `report_${reportId}_2026-10-14_2026-10-14.csv`],
    ] as const;
    for (const [url, name] of names) {
      const { status, headers } = await exportCsv(url);
      expect([url, status]).toEqual([url, 200]);
      expect(headers).toMatchObject({
        "content-type": "text/csv; charset=utf-8; header=present",
        "content-disposition": `attachment; filename="${name}"`,
        "x-content-type-options": "nosniff",
        vary: "accept",
      });
      expect(headers.etag).toBeUndefined();
    }
  });

  test("has every requested row, not one page, with the same values as the JSON", async () => {
    for (const [path, count] of [
      ["/api/v1/reports", 140],
      ["/api/v1/reports/sources", 420],
      ["/api/v1/reports/failures", 420],
      ["/api/v1/reports/records", 420],
    ] as const) {
      const rows = readCsv((await exportCsv(path)).text);
      const pages = await Promise.all(
        Array.from({ length: Math.ceil(count / 100) }, (_, index) =>
          organization.ask<ListBody>({ url: `${path}?per_page=100&page=${index + 1}` }),
        ),
      );
      const items = pages.flatMap(({ body }) => body.data.map(flatten));
      expect(rows).toHaveLength(count);
      expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
        new Set(items.map((item) => JSON.stringify(item))),
      );
    }
  });

  test("has the days of an aggregate, and the records of a report", async () => {
    const days = readCsv((await exportCsv("/api/v1/reports/aggregate")).text);
    const aggregate = await organization.ask<{ data: { daily: object[] } }>({ url: "/api/v1/reports/aggregate" });
    expect(days).toEqual(aggregate.body.data.daily.map(flatten));
    const url = `/api/v1/reports/${reportId}`;
    const report = await organization.ask<{ data: { records: object[] } }>({ url });
    expect(readCsv((await exportCsv(url)).text)).toEqual(report.body.data.records.map(flatten));
  });

  test("respects the filters", async () => {
    const count = async (url: string) => readCsv((await exportCsv(url)).text).length;
    expect(await count("/api/v1/reports?start_date=2026-10-02&end_date=2026-10-03")).toBe(20);
    expect(await count("/api/v1/reports/sources?start_date=2026-10-02&end_date=2026-10-02")).toBe(30);
    expect(await count(`/api/v1/reports?domain_id=${domain.id}&reporter=unknown`)).toBe(0);
  });

  test("has the columns of the contract in its order, and additions after them", async () => {
    const source = ["source_ip", "hostname", "organization", "country"];
    const results = ["spf_result", "dkim_result"];
    const seen = ["first_seen", "last_seen"];
    const report = ["id", "domain_id", "reporter", "date_range.begin", "date_range.end"];
    for (const [path, columns] of [
      ["/api/v1/reports", [...report, "total_count", "pass_count", "fail_count", "pass_rate", "received_at"]],
      ["/api/v1/reports/sources", [...source, "total_count", "pass_count", "pass_rate", ...results, ...seen, "asn"]],
      ["/api/v1/reports/failures", [...source, "failure_count", ...results, "policy_applied", ...seen, "asn"]],
      ["/api/v1/reports/aggregate", ["date", "emails", "pass_rate"]],
    ] as const) {
      const [header = []] = parseCsv((await exportCsv(path)).text);
      expect(header.slice(0, columns.length), path).toEqual(columns);
    }
    const [record = []] = parseCsv((await exportCsv(`/api/v1/reports/${reportId}`)).text);
    const evaluated = ["disposition", "dkim", "spf", "reasons"].map((name) => `policy_evaluated.${name}`);
    const identifiers = ["header_from", "envelope_from", "envelope_to"].map((name) => `identifiers.${name}`);
    const released = [
      "count",
      "dmarc_pass",
      ...evaluated,
      ...identifiers,
      "auth_results.dkim",
      "auth_results.spf",
      "asn",
    ];
    expect(record.slice(0, source.length + released.length)).toEqual([...source, ...released]);
  });

  test("consists of its header if there are no rows", async () => {
    const otherOrganization = await api.createOrganization();
    for (const path of LISTS) {
      expect(parseCsv((await otherOrganization.ask({ url: `${path}?format=csv` })).text)).toHaveLength(1);
    }
  });

  test("can also be requested by the Accept header, which the format parameter overrides", async () => {
    for (const url of routes) {
      const ask = async (query: string, accept: string) => {
        const { headers } = await organization.ask({ url: `${url}${query}`, headers: { accept } });
        return String(headers["content-type"]).split(";")[0];
      };
      expect(await ask("", "text/csv")).toBe("text/csv");
      expect(await ask("", "application/json, text/csv;q=0.9")).toBe("application/json");
      expect(await ask("?format=json", "text/csv")).toBe("application/json");
      expect(await ask("?format=csv", "application/json")).toBe("text/csv");
    }
  });
});

describe("page parameters of a CSV", () => {
  const queries = [
    "page=1&per_page=20",
    "page=7&per_page=1",
    "page=0&per_page=100000",
    "page=abc&per_page=",
    "page=1&page=2",
  ];

  test("are ignored on every route, whatever their values and for both ways to request a CSV", async () => {
    for (const url of routes) {
      const { text } = await organization.ask({ url: `${url}?format=csv` });
      for (const query of queries) {
        for (const request of [
          { url: `${url}?${query}&format=csv` },
          { url: `${url}?${query}`, headers: { accept: "text/csv" } },
        ]) {
          const answer = await organization.ask(request);
          expect([request.url, answer.status, answer.text]).toEqual([request.url, 200, text]);
        }
      }
    }
  });
});

describe("what is refused", () => {
  test("a CSV below the plan protect, on every route and for both ways to request it", async () => {
    for (const plan of ["free", "plus"] as const) {
      const poor = await api.createOrganization(plan);
      for (const url of routes) {
        for (const request of [{ url: `${url}?format=csv` }, { url, headers: { accept: "text/csv" } }]) {
          const { status, body } = await poor.ask<ProblemBody>(request);
          expect([plan, url, status, body.code]).toEqual([plan, url, 403, "plan_required"]);
        }
      }
    }
  });

  test("an order for a CSV, and an unknown parameter besides page parameters", async () => {
    for (const url of LISTS) {
      for (const query of ["sort=-first_seen", "pages=1"]) {
        const asked = `${url}?format=csv&page=1&${query}`;
        const { status, body } = await organization.ask<ProblemBody>({ url: asked });
        expect([asked, status, body.errors?.[0]?.pointer]).toEqual([asked, 400, `/query/${query.split("=")[0]}`]);
      }
    }
  });

  test("page parameters of JSON on routes without pages, and invalid ones on routes with pages", async () => {
    const withPages = [...LISTS, `/api/v1/reports/${reportId}`];
    const withoutPages = routes.filter((url) => !withPages.includes(url));
    expect(withoutPages).toHaveLength(1);
    for (const url of [...withoutPages.map((each) => `${each}?page=1`), ...withPages.map((each) => `${each}?page=0`)]) {
      const { status, body } = await organization.ask<ProblemBody>({ url });
      expect([url, status, body.errors?.[0]?.pointer]).toEqual([url, 400, "/query/page"]);
    }
  });

  test("a CSV of another organization's domain or report", async () => {
    const otherOrganization = await api.createOrganization();
    for (const url of [...LISTS.map((path) => `${path}?domain_id=${domain.id}&`), `/api/v1/reports/${reportId}?`]) {
      const { status, body } = await otherOrganization.ask<ProblemBody>({ url: `${url}format=csv` });
      expect([status, body.code]).toEqual([404, "not_found"]);
    }
  });
});

test("untrusted text never becomes a formula, breaks a line or leaves its cell", async () => {
  const hostile = await api.createOrganization();
  const victim = await hostile.addVerifiedDomain("victim.example");
  const payloads = toPayloads();
  expect(payloads.length).toBeGreaterThanOrEqual(500);
  const records = payloads.map((text, ordinal) =>
    aRecord({
      ordinal,
      policyEvaluated: { disposition: text, dkim: text, spf: text, reasons: [{ type: text, comment: text }] },
      identifiers: { headerFrom: text, envelopeFrom: text, envelopeTo: text },
      authResults: {
        dkim: [{ domain: text, selector: text, result: text, humanResult: text }],
        spf: [{ domain: text, scope: text, result: text, humanResult: text }],
      },
    }),
  );
  const id = await hostile.storeReport({ domain: victim, records });
  for (const reporter of payloads.slice(0, 60)) await hostile.storeReport({ domain: victim, reporter, records: [] });
  const ofReport = (await hostile.ask({ url: `/api/v1/reports/${id}?format=csv` })).text;
  const listed = (await hostile.ask({ url: "/api/v1/reports/records?start_date=2026-10-01&format=csv" })).text;
  expect(readCsv(listed)).toHaveLength(payloads.length);
  const rows = readCsv(ofReport);
  expect(rows).toHaveLength(payloads.length);
  for (const [index, row] of rows.entries()) {
    expect(row["identifiers.header_from"]?.replace(/^'/, "")).toBe(payloads[index]?.replace(/^'/, ""));
  }
  for (const text of [ofReport, listed, (await hostile.ask({ url: "/api/v1/reports?format=csv" })).text]) {
    for (const cell of parseCsv(text).flat()) expect(cell?.trim() ?? "").not.toMatch(/^[=+\-@＝＋－＠﹦﹢﹣﹫]/);
    for (const cell of parseCsv(text).flat()) expect(cell ?? "").not.toMatch(/^[\t\r\n]/);
  }
  const failures = (await hostile.ask({ url: "/api/v1/reports/failures?start_date=2026-10-01&format=csv" })).text;
  expect(
    parseCsv(failures)
      .flat()
      .filter((cell) => /^[\s]*[=+\-@]/.test(cell ?? "")),
  ).toEqual([]);
});

function toPayloads(): string[] {
  const before = ["", " ", "\t", "\r", "\n", "\r\n", "\u00a0", "\ufeff", "\u200b"];
  const signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠"];
  const bodies = [
    "1+1",
    'cmd|"/c calc"!A0',
    'HYPERLINK("//x",1)',
    "",
    "a,b\r\n=2",
    '";=3',
    "<script>x</script>",
    "\u202etxt",
  ];
  return before.flatMap((unseen) => signs.flatMap((sign) => bodies.map((body) => `${unseen}${sign}${body}`)));
}

/** An item of the JSON as a row of the CSV. */
function flatten(item: object): Record<string, string | null> {
  const cells = Object.entries(item).flatMap(([name, value]): [string, string | null][] => {
    if (value === null) return [[name, null]];
    if (Array.isArray(value)) return [[name, JSON.stringify(value)]];
    if (typeof value !== "object") return [[name, String(value)]];
    return Object.entries(flatten(value)).map(([inner, cell]) => [`${name}.${inner}`, cell]);
  });
  return Object.fromEntries(cells);
}
