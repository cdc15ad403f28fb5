import { createClient } from "@ruaflow/client";
import { listAllReports } from "./list-reports.ts";
import { runOrThrow } from "./service.ts";

const WHOLE = { start_date: "2024-01-01", end_date: "2026-12-31" };

/** What the API and the views must agree on. Lists are sorted. */
export interface Numbers {
  /** Id, messages and passed messages of each report, counted or not. */
  readonly reports: readonly string[];
  /** Sums of counted reports. */
  readonly totals: { readonly reports: number; readonly messages: number };
  /** Address, messages and passed messages of each source. */
  readonly sources: readonly string[];
}

export async function readApiNumbers(api: { readonly url: string }, key: string): Promise<Numbers> {
  const client = createClient({ baseUrl: api.url, key });
  const reports = await listAllReports(api, key);
  const { totals } = (await client.reports.readAggregate(WHOLE)).data;
  const sources: string[] = [];
  for await (const source of client.reports.listAllSources({ ...WHOLE, per_page: 100 }))
    sources.push(`${source.source_ip} ${source.total_count} ${source.pass_count}`);
  return {
    reports: reports.map((report) => `${report.id} ${report.total_count} ${report.pass_count}`).sort(),
    totals: { reports: totals.reports, messages: totals.emails },
    sources: sources.sort(),
  };
}

/** Queries the views with `ruaflow sql`. */
export async function askSql<Row>(query: string, environment: Record<string, string>): Promise<readonly Row[]> {
  const lines = await runOrThrow(["sql", query, "--format", "jsonl"], environment);
  return lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

// Each kind of row in one query, for each command starts a process.
const query = `SELECT 'reports' AS kind, concat(report_id, ' ', toString(messages), ' ', toString(passed)) AS line, 0 AS a, 0 AS b FROM reports
  UNION ALL SELECT 'sources', concat(source_ip_text, ' ', toString(sum(messages)), ' ', toString(sum(passed))), 0, 0
    FROM sources GROUP BY source_ip_text
  UNION ALL SELECT 'totals', '', sum(reports), sum(messages) FROM daily
  UNION ALL SELECT 'records', '', 0, sum(messages) FROM records WHERE counted`;

interface Row {
  readonly kind: string;
  readonly line: string;
  readonly a: string | number;
  readonly b: string | number;
}

export async function readSqlNumbers(environment: Record<string, string>): Promise<Numbers> {
  const rows = await askSql<Row>(query, environment);
  const list = (kind: string) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ line }) => line)
      .sort();
  const totals = rows.find(({ kind }) => kind === "totals");
  const records = rows.find(({ kind }) => kind === "records");
  if (totals?.b !== records?.b) throw new Error(`daily has ${totals?.b} messages, records ${records?.b}`);
  return {
    reports: list("reports"),
    totals: { reports: Number(totals?.a), messages: Number(totals?.b) },
    sources: list("sources"),
  };
}
