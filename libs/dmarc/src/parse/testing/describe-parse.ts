import type { ReportRecord } from "@ruaflow/report";
import { parseReport } from "../parse-report.ts";
import type { ParsedReport, ParseResult } from "../parse-result.ts";

const PLAIN_DOMAIN = "example.com";
const PLAIN_PERIOD = "1709856000-1709942399";
const PLAIN_RECORDS = "192.0.2.1 3";

/**
 * What a document is read as, in one line: the reason it is refused for, what it is in place of a report, or `report` with
 * its warnings, in order and each once. Domain, period and records are named where they are not those of the plain report.
 */
export async function describeParse(xml: AsyncIterable<Uint8Array>): Promise<string> {
  const records: ReportRecord[] = [];
  const onRecord = (record: ReportRecord): void => {
    if (records.length < 3) records.push(record);
  };
  return describe(await parseReport(xml, { onRecord }), records);
}

function describe(result: ParseResult, records: readonly ReportRecord[]): string {
  if (result.kind === "refused") return result.reason;
  if (result.kind === "not-aggregate") return result.what;
  return ["report", ...describeReport(result, records)].join(" ");
}

function describeReport({ header, warnings, totals }: ParsedReport, records: readonly ReportRecord[]): string[] {
  const period = `${header.dateRange.begin}-${header.dateRange.end}`;
  const rows = records.map(({ sourceIp, count }) => `${sourceIp} ${count}`).join(", ");
  const more = totals.records > records.length ? ` of ${totals.records}` : "";
  return [
    ...(header.policyPublished.domain === PLAIN_DOMAIN ? [] : [header.policyPublished.domain]),
    ...(period === PLAIN_PERIOD ? [] : [period]),
    ...(rows === PLAIN_RECORDS ? [] : [`[${rows}]${more}`]),
    ...new Set(warnings.map(({ code }) => code)),
  ];
}
