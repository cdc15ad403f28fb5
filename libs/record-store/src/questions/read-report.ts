import type { ReportRecord } from "@ruaflow/dmarc";
import type { Engine } from "../engine/engine.ts";
import { oneReport, toOneReportParams } from "../rows/one-report.ts";
import type { ReportLocation, ReportRow } from "../rows/report-row.ts";
import { pageSettings, readSettings } from "./read-settings.ts";
import { type RecordRow, toRecord } from "./to-record.ts";
import { type StoredReportRow, toReportRow } from "./to-report-row.ts";

/** A report with all its records. */
export interface StoredReport {
  readonly row: ReportRow;
  /** In order, read as they are asked for: a report may have a million. May be walked through again. */
  readonly records: AsyncIterable<ReportRecord>;
}

// Bounds memory: records of an ordinary report come in one query, a page of the largest stays in the tens of megabytes.
const pageRows = 2_000;

/** Reads one report, or `null` when the organization has none such. */
export async function readReport(
  engine: Engine,
  organizationId: string,
  location: ReportLocation,
): Promise<StoredReport | null> {
  const query = `SELECT * REPLACE (toUnixTimestamp(period_begin) AS period_begin,
      toUnixTimestamp(period_end) AS period_end, toUnixTimestamp(received_at) AS received_at)
    FROM reports WHERE ${oneReport} ORDER BY attempt DESC LIMIT 1 ${readSettings}`;
  const [row] = await engine.select<StoredReportRow>(query, toOneReportParams(organizationId, location));
  if (!row) return null;
  const records = { [Symbol.asyncIterator]: () => readRecords(engine, organizationId, location) };
  return { row: toReportRow(row), records };
}

async function* readRecords(
  engine: Engine,
  organizationId: string,
  location: ReportLocation,
): AsyncGenerator<ReportRecord, void, undefined> {
  const params = toOneReportParams(organizationId, location);
  for (let after = -1; ; ) {
    const page = await engine.select<RecordRow>(recordsQuery, { ...params, after });
    for (const row of page) yield toRecord(row);
    const last = page.at(-1);
    if (!last || page.length < pageRows) return;
    after = last.ordinal;
  }
}

const recordsQuery = `SELECT ordinal, source_ip, count, disposition, dkim_alignment, spf_alignment, header_from, envelope_from,
  envelope_to, reason_types, reason_comments, dkim_domains, dkim_selectors, dkim_results, dkim_human_results,
  spf_domains, spf_scopes, spf_results, spf_human_results
FROM records WHERE ${oneReport} AND ordinal > {after:Int64}
ORDER BY ordinal, attempt DESC LIMIT 1 BY ordinal LIMIT ${pageRows} ${pageSettings}`;
