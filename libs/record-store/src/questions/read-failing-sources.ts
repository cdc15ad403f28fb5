import type { Engine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { inReports, toReportsParams } from "../rows/report-conditions.ts";
import type { ReportLocation } from "../rows/report-row.ts";
import { toAddressText, toStoredDay } from "../rows/stored-values.ts";
import type { Failure } from "./list-failures.ts";
import { mostCommon } from "./rank.ts";
import type { SourceDetails } from "./source-summary.ts";

/** The sources that failed DMARC in one report. */
export interface FailingSources {
  readonly reportId: string;
  /** Addresses with failing messages. */
  readonly total: number;
  /** The sources with the most failing messages, at most `sourcesMax`. */
  readonly sources: readonly Omit<Failure, keyof SourceDetails>[];
}

// Limits the parameters of one query, which are sent in the request URL, and the rows of its answer.
const REPORTS_MAX = 1000;

/**
 * Reads the sources with the most failing mail of each report; reports without failing mail have no entry. Duplicate
 * rows of two attempts count once, so that the answer never changes.
 *
 * @param sourcesMax per report, 1 to 100
 */
export async function readFailingSources(
  engine: Engine,
  organizationId: string,
  { reports, sourcesMax }: { readonly reports: readonly ReportLocation[]; readonly sourcesMax: number },
): Promise<FailingSources[]> {
  const found: FailingSources[] = [];
  for (let start = 0; start < reports.length; start += REPORTS_MAX) {
    const some = reports.slice(start, start + REPORTS_MAX);
    const params = { ...toReportsParams(organizationId, some), sourcesMax };
    const rows = await engine.select<FailingSourceRow>(failingSourcesQuery, params);
    const byReport = Map.groupBy(rows, toKey);
    found.push(...some.flatMap((report) => toFailingSources(report, byReport)));
  }
  return found;
}

interface FailingSourceRow extends ReportLocation {
  readonly address: string;
  readonly failed: number;
  readonly spfResult: string;
  readonly dkimResult: string;
  readonly disposition: string;
  readonly total: number;
}

const reportColumns = "domain_id, day, report_id";

const failingSourcesQuery = `SELECT domain_id AS domainId, day, report_id AS reportId, source_ip AS address,
  sum(part.messages) AS failed, ${mostCommon("spf_result")} AS spfResult, ${mostCommon("dkim_result")} AS dkimResult,
  ${mostCommon("disposition")} AS disposition, count() OVER (PARTITION BY ${reportColumns}) AS total
FROM (
  SELECT ${reportColumns}, source_ip, disposition, spf_result, dkim_result, sum(count) AS messages
  FROM (
    SELECT ${reportColumns}, source_ip, disposition, spf_result, dkim_result, count
    FROM records WHERE ${inReports} AND NOT dmarc_pass LIMIT 1 BY ${reportColumns}, ordinal
  )
  GROUP BY ${reportColumns}, source_ip, disposition, spf_result, dkim_result
) AS part
GROUP BY ${reportColumns}, source_ip
HAVING failed > 0
ORDER BY ${reportColumns}, failed DESC, source_ip
LIMIT {sourcesMax:UInt64} BY ${reportColumns} ${readSettings}`;

function toKey({ domainId, day, reportId }: ReportLocation): string {
  return `${domainId} ${day} ${reportId}`;
}

function toFailingSources(
  { domainId, day, reportId }: ReportLocation,
  byReport: ReadonlyMap<string, readonly FailingSourceRow[]>,
): FailingSources[] {
  const rows = byReport.get(toKey({ domainId, day: toStoredDay(day), reportId })) ?? [];
  const [first] = rows;
  if (first === undefined) return [];
  return [{ reportId, total: first.total, sources: rows.map(toSource) }];
}

function toSource({ address, failed, spfResult, dkimResult, disposition }: FailingSourceRow) {
  return { sourceIp: toAddressText(address), failed, spfResult, dkimResult, disposition };
}
