import type { Answer } from "@ruaflow/client";
import { expect, test } from "vitest";
import { useRecordedAnswers } from "../../testing/recorded-answers.ts";
import { renderView } from "../../testing/render-view.tsx";
import { count, readTable, share, toText } from "../../testing/shown.ts";

const recorded = useRecordedAnswers("report");

/** The report with most messages. */
async function showReport() {
  const list = await recorded.ask<Answer<"listReports">>("/api/v1/reports?sort=-total_count&per_page=1");
  const { id = "" } = list.data[0] ?? {};
  const html = await renderView(`/reports/${id}`);
  return { html, report: recorded.read<Answer<"readReport">>(`/api/v1/reports/${id}?`).data };
}

test("the facts of a report are its domain, its messages, the share that passed and its policy", async () => {
  const { html, report } = await showReport();
  const text = toText(html);
  expect(text).toContain(`Report of ${report.reporter}`);
  expect(text).toContain(`Domain ${report.domain} `);
  const { total_count: total, pass_count: passed, fail_count: failed } = report;
  expect(text).toContain(`Messages ${count(total)}, ${share(passed, failed)} passed`);
  expect(text).toContain(`p=${report.policy_published.p}`);
  expect(text).toContain(report.reporter_report_id);
  expect(text).toContain(`${count(report.record_count)} record`);
});

test("each record is shown with its address, its messages, its verdict and its results", async () => {
  const { html, report } = await showReport();
  const rows = readTable(html, "Records");
  expect(report.records.length).toBeGreaterThan(1);
  expect(rows).toHaveLength(report.record_count);
  expect(report.records.reduce((sum, record) => sum + record.count, 0)).toBe(report.total_count);
  for (const [index, record] of report.records.entries()) {
    const row = rows[index];
    expect(row?.Address).toContain(record.source_ip);
    expect(row?.Messages).toBe(count(record.count));
    expect(row?.DMARC).toBe(record.dmarc_pass ? "passed" : "failed");
    expect(row?.["From domain"]).toContain(record.identifiers.header_from);
    for (const name of ["DKIM", "SPF"] as const) {
      const key = name === "DKIM" ? "dkim" : "spf";
      expect(row?.[name]).toMatch(new RegExp(`^${record.policy_evaluated[key]}`));
      for (const { domain, result } of record.auth_results[key]) {
        expect(row?.[name]).toContain(domain);
        expect(row?.[name]).toContain(`: ${result}`);
      }
    }
  }
});
