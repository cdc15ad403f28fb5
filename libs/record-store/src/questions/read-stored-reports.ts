import type { Engine } from "../engine/engine.ts";
import { readAlignedSums } from "../rows/read-aligned-sums.ts";
import { pageSettings } from "./read-settings.ts";

/** What is stored of a report, without its records. */
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
}

/** Bounds memory, and the report ids that travel in one question about records. */
const PAGE_ROWS = 1_000;

/**
 * Every report of some domains, by domain, then day: the order they lie in, so that each page is read from where the one
 * before ended, with flat memory. A report comes once, whatever attempts have written rows of it; its sums are of its records.
 */
export async function* readStoredReports(
  engine: Engine,
  organizationId: string,
  domainIds: readonly string[],
): AsyncGenerator<StoredReportFacts[], void, undefined> {
  let last: Row | undefined;
  for (let isOver = false; !isOver; ) {
    const query = `SELECT report_id, domain_id, day, reporter, toUnixTimestamp(period_begin) AS beginSecond,
        toUnixTimestamp(period_end) AS endSecond, messages, passed, toUnixTimestamp(received_at) AS receivedSecond
      FROM reports WHERE organization_id = {organizationId:String} AND domain_id IN {domainIds:Array(String)}
        ${last ? `AND ${afterLast}` : ""}
      ORDER BY domain_id, day, report_id LIMIT ${PAGE_ROWS} ${pageSettings}`;
    const place = last && { lastDomain: last.domain_id, lastDay: last.day, lastReport: last.report_id };
    const page: Row[] = await engine.select(query, { organizationId, domainIds, ...place });
    const before = last?.report_id;
    // Rows of several attempts say the same and lie side by side. With LIMIT 1 BY a page takes three times as long.
    const reports = page.filter(({ report_id }, index) => report_id !== (page[index - 1]?.report_id ?? before));
    yield await addSums(engine, organizationId, reports);
    last = page.at(-1);
    isOver = page.length < PAGE_ROWS;
  }
}

// Spelled out: a comparison of tuples is not looked up in the index.
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
    ...sums.get(row.report_id),
  }));
}
