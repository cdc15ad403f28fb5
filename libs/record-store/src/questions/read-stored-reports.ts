import type { Trust } from "@ruaflow/report";
import type { Engine } from "../engine/engine.ts";
import { pageSettings } from "../engine/read-settings.ts";
import { readAlignedSums } from "../rows/read-aligned-sums.ts";

/** The stored facts of a report, without its records. */
export interface StoredReportFacts {
  readonly organizationId: string;
  readonly domainId: string;
  /** UTC day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly reportId: string;
  readonly reporter: string;
  readonly begin: Date;
  readonly end: Date;
  readonly receivedAt: Date;
  readonly messages: number;
  readonly passed: number;
  readonly spfPassed: number;
  readonly dkimPassed: number;
  readonly trust: Trust;
  readonly trustReason: string | null;
}

interface Row {
  readonly report_id: string;
  readonly domain_id: string;
  readonly day: string;
  readonly reporter: string;
  readonly beginSecond: number;
  readonly endSecond: number;
  readonly messages: number;
  readonly passed: number;
  readonly receivedSecond: number;
  readonly trust: Trust;
  readonly trustReason: string | null;
}

/** Limits memory, and the report ids in one query about records. */
const PAGE_ROWS = 1_000;

/**
 * Every report of some domains, by domain, then day: the order in which they are stored, so that each page continues
 * where the previous one ended, with flat memory. A report is listed once, however many attempts wrote rows of it; its
 * sums come from its records.
 */
export async function* readStoredReports(
  engine: Engine,
  organizationId: string,
  domainIds: readonly string[],
): AsyncGenerator<StoredReportFacts[], void, undefined> {
  let last: Row | undefined;
  for (let isOver = false; !isOver; ) {
    const query = `SELECT report_id, domain_id, day, reporter, toUnixTimestamp(period_begin) AS beginSecond,
        toUnixTimestamp(period_end) AS endSecond, messages, passed, toUnixTimestamp(received_at) AS receivedSecond,
        trust, trust_reason AS trustReason
      FROM reports WHERE organization_id = {organizationId:String} AND domain_id IN {domainIds:Array(String)}
        ${last ? `AND ${afterLast}` : ""}
      ORDER BY domain_id, day, report_id LIMIT ${PAGE_ROWS} ${pageSettings}`;
    const place = last && { lastDomain: last.domain_id, lastDay: last.day, lastReport: last.report_id };
    const page: Row[] = await engine.select(query, { organizationId, domainIds, ...place });
    const previous = last?.report_id;
    // Rows of several attempts are equal and adjacent. With LIMIT 1 BY a page takes three times as long.
    const reports = page.filter(({ report_id }, index) => report_id !== (page[index - 1]?.report_id ?? previous));
    yield await addSums(engine, organizationId, reports);
    last = page.at(-1);
    isOver = page.length < PAGE_ROWS;
  }
}

// Spelled out, because a comparison of tuples does not use the index.
const afterLast = `(domain_id > {lastDomain:String} OR domain_id = {lastDomain:String}
  AND (day > {lastDay:Date} OR day = {lastDay:Date} AND report_id > {lastReport:String}))`;

async function addSums(engine: Engine, organizationId: string, rows: readonly Row[]): Promise<StoredReportFacts[]> {
  const locations = rows.map(({ domain_id, day, report_id }) => ({ domainId: domain_id, day, reportId: report_id }));
  const sums = rows.length > 0 ? await readAlignedSums(engine, organizationId, locations) : new Map();
  return rows.map((row) => ({
    organizationId,
    domainId: row.domain_id,
    day: row.day,
    reportId: row.report_id,
    reporter: row.reporter,
    begin: new Date(row.beginSecond * 1000),
    end: new Date(row.endSecond * 1000),
    receivedAt: new Date(row.receivedSecond * 1000),
    messages: row.messages,
    passed: row.passed,
    spfPassed: 0,
    dkimPassed: 0,
    trust: row.trust,
    trustReason: row.trustReason,
    ...sums.get(row.report_id),
  }));
}
