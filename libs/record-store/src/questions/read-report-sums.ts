import type { Engine, QueryParams } from "../engine/engine.ts";
import { maintenanceSettings } from "../engine/read-settings.ts";
import { inReports, toReportsParams } from "../rows/report-conditions.ts";
import type { ReportLocation } from "../rows/report-row.ts";
import { rowHash } from "../rows/rows-hash.ts";
import { notDeleted } from "./filter.ts";
import { type DayRange, inDayRange, type RowSums, toDayRangeParams } from "./read-day-sums.ts";

/** The rows of one report in both tables, under one domain and day. */
export interface ReportSums extends ReportLocation, RowSums {
  /** Distinct ordinals: fewer than `rows` when some rows are duplicates. */
  readonly ordinals: number;
  /**
   * True when reporter, policy domain, period, and whether the sender is proven are equal in all rows of both tables. The
   * time of receipt may differ: a report that one submission brought in part is completed from another.
   */
  readonly isUniform: boolean;
}

interface Row extends Omit<ReportSums, "hash" | "isUniform"> {
  readonly hash: string;
  readonly uniform: number;
}

/** The stored rows of each report of some days. A report without rows has no entry. */
export function readReportSums(engine: Engine, organizationId: string, range: DayRange): Promise<ReportSums[]> {
  return select(engine, inDayRange, toDayRangeParams(organizationId, range));
}

/** Limits the parameters of one query, which are sent in the request URL. */
const REPORTS_MAX = 1_000;

/** The stored rows of some reports; also of the same reports under the domains and days of the others. */
export async function readSumsOfReports(
  engine: Engine,
  organizationId: string,
  reports: readonly ReportLocation[],
): Promise<ReportSums[]> {
  const found: ReportSums[] = [];
  for (let start = 0; start < reports.length; start += REPORTS_MAX) {
    const params = toReportsParams(organizationId, reports.slice(start, start + REPORTS_MAX));
    found.push(...(await select(engine, `${inReports} AND ${notDeleted}`, params)));
  }
  return found;
}

async function select(engine: Engine, where: string, params: QueryParams): Promise<ReportSums[]> {
  const rows = await engine.select<Row>(toQuery(where), params);
  return rows.map(({ hash, uniform, ...sums }) => ({ ...sums, hash: BigInt(hash), isUniform: uniform === 1 }));
}

const factsHash = "cityHash64(tuple(reporter, policy_domain, period_begin, period_end, trust = 'none'))";

function toQuery(where: string): string {
  const place = "domain_id, day, report_id";
  return `SELECT domainId, storedDay AS day, reportId, sum(recordRows) AS rows, sum(distinctOrdinals) AS ordinals,
  sum(recordMessages) AS messages, sum(headRows) AS reportRows, toString(sum(hashes)) AS hash,
  min(leastFacts) = max(greatestFacts) AS uniform
FROM (
  SELECT domain_id AS domainId, day AS storedDay, report_id AS reportId, count() AS recordRows,
    uniqExact(ordinal) AS distinctOrdinals, sum(count) AS recordMessages, 0 AS headRows, sum(${rowHash.records}) AS hashes,
    min(${factsHash}) AS leastFacts, max(${factsHash}) AS greatestFacts
  FROM records WHERE ${where} GROUP BY ${place}
  UNION ALL
  SELECT ${place}, 0, 0, 0, count(), sum(${rowHash.reports}), min(${factsHash}), max(${factsHash})
  FROM reports WHERE ${where} GROUP BY ${place}
)
GROUP BY domainId, day, reportId ${maintenanceSettings}`;
}
