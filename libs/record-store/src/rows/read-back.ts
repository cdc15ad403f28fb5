import type { Engine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { inReports, toReportsParams } from "./report-conditions.ts";
import type { ReportLocation } from "./report-row.ts";
import { toStoredDay } from "./stored-values.ts";

/** The stored rows of a report. */
export interface ReadBack {
  readonly reportId: string;
  /** Rows in `records`, duplicates included. */
  readonly rows: number;
  /** Distinct ordinals: fewer than `rows` when some rows are duplicates. */
  readonly ordinals: number;
  /** The greatest stored ordinal; 0 without rows. */
  readonly lastOrdinal: number;
  /** Sum of `count` over all rows. */
  readonly messages: number;
  /** Rows in `reports`; 1 for an intact report. */
  readonly reportRows: number;
}

// Limits the parameters of one query, which are sent in the request URL.
const REPORTS_MAX = 1_000;

/** Returns the stored rows of each report, in the order of the reports. */
export async function readBack(
  engine: Engine,
  organizationId: string,
  reports: readonly ReportLocation[],
): Promise<ReadBack[]> {
  const found: ReadBack[] = [];
  for (let start = 0; start < reports.length; start += REPORTS_MAX) {
    found.push(...(await readSome(engine, organizationId, reports.slice(start, start + REPORTS_MAX))));
  }
  return found;
}

async function readSome(
  engine: Engine,
  organizationId: string,
  reports: readonly ReportLocation[],
): Promise<ReadBack[]> {
  const params = toReportsParams(organizationId, reports);
  const [records, rows] = await Promise.all([
    engine.select<RecordsFound>(recordsQuery, params),
    engine.select<ReportRowsFound>(reportsQuery, params),
  ]);
  const recordsByKey = new Map(records.map((found) => [toKey(found), found]));
  const rowsByKey = new Map(rows.map((found) => [toKey(found), found.reportRows]));
  return reports.map(({ domainId, day, reportId }) => {
    const key = toKey({ domainId, day: toStoredDay(day), reportId });
    const { rows = 0, ordinals = 0, lastOrdinal = 0, messages = 0 } = recordsByKey.get(key) ?? {};
    return { reportId, rows, ordinals, lastOrdinal, messages, reportRows: rowsByKey.get(key) ?? 0 };
  });
}

interface RecordsFound extends ReportLocation {
  readonly rows: number;
  readonly ordinals: number;
  readonly lastOrdinal: number;
  readonly messages: number;
}

interface ReportRowsFound extends ReportLocation {
  readonly reportRows: number;
}

function toKey({ domainId, day, reportId }: ReportLocation): string {
  return `${domainId} ${day} ${reportId}`;
}

const where = `WHERE ${inReports}
GROUP BY domain_id, day, report_id ${readSettings}`;

const recordsQuery = `SELECT domain_id AS domainId, day, report_id AS reportId,
  count() AS rows, uniqExact(ordinal) AS ordinals, max(ordinal) AS lastOrdinal, sum(count) AS messages
FROM records ${where}`;

const reportsQuery = `SELECT domain_id AS domainId, day, report_id AS reportId, count() AS reportRows
FROM reports ${where}`;
