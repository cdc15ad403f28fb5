import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExpectedFile, type ExpectedReport, hasCorpus, openCorpus, warnWithoutCorpus } from "../support/corpus.ts";
import {
  ask,
  createDataDir,
  type RunningService,
  removeDataDir,
  runCommand,
  startService,
} from "../support/service.ts";

if (!hasCorpus) warnWithoutCorpus();

interface ListedReport {
  readonly id: string;
  readonly domain_id: string;
  readonly total_count: number;
  readonly pass_count: number;
  readonly fail_count: number;
}

interface ReportPage {
  readonly data: readonly ListedReport[];
  readonly meta: { readonly total_pages: number };
}

interface AggregateBody {
  readonly data: { readonly totals: object; readonly authentication: { readonly dmarc_pass_rate: number } };
}

interface ListBody {
  readonly data: readonly object[];
  readonly meta: { readonly total: number; readonly total_failures?: number };
}

const WHOLE = "start_date=2000-01-01&end_date=2040-12-31";

describe.skipIf(!hasCorpus)("the real reports, imported into an empty data folder", () => {
  const dataDir = createDataDir();
  const environment = { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" };
  let service: RunningService;
  let key: string;
  let files: string;
  let expected: readonly ExpectedFile[];

  beforeAll(async () => {
    ({ files, expected } = openCorpus());
    service = await startService(dataDir);
    key = service.key ?? "";
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await removeDataDir(dataDir);
  });

  const get = async <Body>(path: string) => (await ask<Body>(service, key, path)).body;

  async function importCorpus() {
    const { code, stdout, stderr } = await runCommand(["import", "--add-domains", "--json", files], environment);
    expect(stderr).not.toContain("Error");
    expect(code).toBe(0);
    return JSON.parse(stdout);
  }

  async function listAllReports(): Promise<ListedReport[]> {
    const reports: ListedReport[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { data, meta } = await get<ReportPage>(`/api/v1/reports?per_page=100&page=${page}`);
      reports.push(...data);
      pages = meta.total_pages;
    }
    return reports;
  }

  test("every file is counted once: accepted, duplicate, refused or not aggregate", async () => {
    const { files: counts } = await importCorpus();
    const { accepted, duplicate, refused, total } = counts;
    const rejected = expected.filter(({ verdict }) => verdict === "reject").length;
    expect(accepted + duplicate + refused + counts["not-aggregate"]).toBe(total);
    // The archive also holds its licence, which is no report.
    expect(counts).toMatchObject({ total: expected.length + 1, refused: rejected, "not-aggregate": 1, failed: 0 });
    expect(accepted).toBe(expected.length - rejected);
  }, 180_000);

  test("the API's totals equal a recount from the expected values, overall and for every domain", async () => {
    await expectTotals();
  }, 120_000);

  test("importing it all again changes no number", async () => {
    const { files: counts } = await importCorpus();
    expect(counts).toMatchObject({ accepted: 0, conflict: 0, failed: 0 });
    await expectTotals();
  }, 180_000);

  test("a restart changes no number, and the key still works", async () => {
    expect(await service.stop()).toBe(0);
    service = await startService(dataDir);
    expect(service.key).toBeNull();
    await expectTotals();
  }, 120_000);

  async function expectTotals(): Promise<void> {
    const wanted = expected.flatMap(({ reports }) => reports);
    const reports = await listAllReports();
    expectSums(reports, wanted);

    const sum = (pick: (report: ExpectedReport) => number) => wanted.reduce((total, report) => total + pick(report), 0);
    const emails = sum(({ valid_total }) => valid_total);
    const passed = sum(({ dmarc_pass_count }) => dmarc_pass_count);
    const { data } = await get<AggregateBody>(`/v1/reports/aggregate?${WHOLE}`);
    expect(data.totals).toEqual({ emails, reports: wanted.length, sources: 1 });
    expect(data.authentication.dmarc_pass_rate).toBe(Math.round((passed * 1000) / emails) / 10);

    const sources = await get<ListBody>(`/api/v1/reports/sources?${WHOLE}`);
    expect(sources.data).toMatchObject([{ source_ip: "127.0.0.1", total_count: emails, pass_count: passed }]);
    const failures = await get<ListBody>(`/api/v1/reports/failures?${WHOLE}`);
    expect(failures.meta.total_failures).toBe(emails - passed);
    await expectDomains(reports);
  }

  /** Each file is about a domain of its own, so a domain's numbers are those of its reports. */
  async function expectDomains(reports: readonly ListedReport[]): Promise<void> {
    const byDomain = Map.groupBy(reports, ({ domain_id }) => domain_id);
    const domains = [...byDomain.entries()].filter((_, index) => index % 25 === 0);
    for (const [domainId, own] of domains) {
      const { data } = await get<AggregateBody>(`/api/v1/reports/aggregate?${WHOLE}&domain_id=${domainId}`);
      const emails = own.reduce((total, { total_count }) => total + total_count, 0);
      expect(data.totals).toMatchObject({ emails, reports: own.length });
    }
  }
});

/** The same multiset of (messages, passed) on both sides; pass counts only where they can be told. */
function expectSums(reports: readonly ListedReport[], wanted: readonly ExpectedReport[]): void {
  const seen = reports.map(({ total_count, pass_count }) => `${total_count} ${pass_count}`).sort();
  const want = wanted.map(({ valid_total, dmarc_pass_count }) => `${valid_total} ${dmarc_pass_count}`).sort();
  expect(seen).toEqual(want);
  for (const { total_count, pass_count, fail_count } of reports) expect(pass_count + fail_count).toBe(total_count);
}
