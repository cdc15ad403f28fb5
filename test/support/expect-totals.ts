import { type Client, createClient } from "@ruaflow/client";
import { expect } from "vitest";
import type { ExpectedFile, ExpectedReport } from "./corpus.ts";
import { type ListedReport, listAllReports } from "./list-reports.ts";

/** All reports of the corpus are of these two years. No longer: an answer names each day, of forty years more than a megabyte of them. */
const WHOLE = { start_date: "2024-01-01", end_date: "2025-12-31" };

interface Api {
  readonly url: string;
}

/** Compares all counts of the API with a recount of the expected values, in total and by domain. */
export async function expectTotals(api: Api, key: string, expected: readonly ExpectedFile[]): Promise<void> {
  const client = createClient({ baseUrl: api.url, key });
  const wanted = expected.flatMap(({ reports }) => reports);
  const reports = await listAllReports(api, key);
  expectSums(reports, wanted);

  const sum = (pick: (report: ExpectedReport) => number) => wanted.reduce((total, report) => total + pick(report), 0);
  const emails = sum(({ valid_total }) => valid_total);
  const passed = sum(({ dmarc_pass_count }) => dmarc_pass_count);
  const { data } = await client.reports.readAggregate(WHOLE);
  expect(data.totals).toEqual({ emails, reports: wanted.length, sources: 1 });
  expect(data.authentication.dmarc_pass_rate).toBe(Math.round((passed * 1000) / emails) / 10);

  const sources = await client.reports.listSources(WHOLE);
  expect(sources.data).toMatchObject([{ source_ip: "127.0.0.1", total_count: emails, pass_count: passed }]);
  const failures = await client.reports.listFailures(WHOLE);
  expect(failures.meta.total_failures).toBe(emails - passed);
  await expectDomains(client, reports);
}

/**
 * Compares the group of every domain, and one domain in 250 asked for alone. Each file is about a different domain, so a domain's
 * numbers are those of its reports.
 */
async function expectDomains(client: Client, reports: readonly ListedReport[]): Promise<void> {
  const byDomain = [...Map.groupBy(reports, ({ domain_id }) => domain_id)];
  const countEmails = (own: readonly ListedReport[]) => own.reduce((total, { total_count }) => total + total_count, 0);
  const groups: string[] = [];
  const query = { ...WHOLE, group_by: "domain", per_page: 100 } as const;
  for await (const { key, emails, reports: count } of client.reports.readAllAggregateGroups(query))
    groups.push(`${key} ${emails} ${count}`);
  const wanted = byDomain.map(([id, own]) => `${id} ${countEmails(own)} ${own.length}`);
  expect(groups.sort()).toEqual(wanted.sort());
  for (const [domainId, own] of byDomain.filter((_, index) => index % 250 === 0)) {
    const { data } = await client.reports.readAggregate({ ...WHOLE, domain_id: domainId });
    expect(data.totals).toMatchObject({ emails: countEmails(own), reports: own.length });
  }
}

/** Compares the multisets of (messages, passed) on both sides. */
function expectSums(reports: readonly ListedReport[], wanted: readonly ExpectedReport[]): void {
  const seen = reports.map(({ total_count, pass_count }) => `${total_count} ${pass_count}`).sort();
  const want = wanted.map(({ valid_total, dmarc_pass_count }) => `${valid_total} ${dmarc_pass_count}`).sort();
  expect(seen).toEqual(want);
  for (const { total_count, pass_count, fail_count } of reports) expect(pass_count + fail_count).toBe(total_count);
}
