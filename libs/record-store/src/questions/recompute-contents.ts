import { type ContentHashes, createContentHash, toEveryForm } from "@ruaflow/report/content";
import type { Engine } from "../engine/engine.ts";
import { pageSettings } from "../engine/read-settings.ts";
import { recordColumns, toRecord } from "../rows/record-columns.ts";
import { reportSelectList, toReportRow } from "../rows/report-columns.ts";
import { inReports, toReportsParams } from "../rows/report-conditions.ts";
import type { ReportRow } from "../rows/report-row.ts";
import type { CountedLocation } from "./read-report.ts";

/** What the rows of a report say. */
export interface StoredContent {
  readonly row: ReportRow;
  /** Of its rows, computed as from the report itself. */
  readonly hashes: ContentHashes;
  /** False: a column that repeats other columns for SQL differs from them. */
  readonly isConsistent: boolean;
}

/** Records in memory at a time; a report with more is read in pages. */
const PAGE_ROWS = 10_000;
/** Limits the parameters of one query, which are sent in the request URL. */
const REPORTS_MAX = 500;

/**
 * Computes the content hashes of reports from their rows, by report id. Reports without a row of their own have no entry.
 * About 10 µs of CPU a record.
 */
export async function recomputeContents(
  engine: Engine,
  organizationId: string,
  reports: readonly CountedLocation[],
): Promise<ReadonlyMap<string, StoredContent>> {
  const contents = new Map<string, StoredContent>();
  for (const group of inGroups(reports)) {
    const rows = await readRows(engine, organizationId, group);
    const builders = new Map([...rows].map(([place, row]) => [place, createBuilder(row)]));
    for await (const line of walkRecords(engine, organizationId, group)) builders.get(toPlace(line))?.add(line);
    for (const { domainId, day, reportId } of group) {
      const builder = builders.get(toPlace({ domain_id: domainId, day, report_id: reportId }));
      if (builder) contents.set(reportId, builder.finish());
    }
  }
  return contents;
}

function* inGroups(reports: readonly CountedLocation[]): Generator<CountedLocation[]> {
  let group: CountedLocation[] = [];
  let records = 0;
  for (const report of reports) {
    if (group.length === REPORTS_MAX || (group.length > 0 && records + report.records > PAGE_ROWS)) {
      yield group;
      group = [];
      records = 0;
    }
    group.push(report);
    records += report.records;
  }
  if (group.length > 0) yield group;
}

interface Placed {
  readonly domain_id: string;
  readonly day: string;
  readonly report_id: string;
}

function toPlace({ domain_id, day, report_id }: Placed): string {
  return `${domain_id} ${day} ${report_id}`;
}

async function readRows(engine: Engine, organizationId: string, reports: readonly CountedLocation[]) {
  const query = `SELECT ${reportSelectList} FROM reports WHERE ${inReports} ${pageSettings}`;
  const rows = await engine.select<Placed>(query, toReportsParams(organizationId, reports));
  return new Map(rows.map((row) => [toPlace(row), toReportRow(row)]));
}

interface RecordLine extends Placed {
  readonly ordinal: number;
  readonly [column: string]: unknown;
}

async function* walkRecords(
  engine: Engine,
  organizationId: string,
  reports: readonly CountedLocation[],
): AsyncGenerator<RecordLine, void, undefined> {
  const params = toReportsParams(organizationId, reports);
  let after = { afterDomain: "", afterDay: "1970-01-01", afterReport: "", afterOrdinal: -1 };
  for (let rows = PAGE_ROWS; rows === PAGE_ROWS; ) {
    const page = await engine.select<RecordLine>(recordsQuery, { ...params, ...after });
    yield* page;
    const last = page.at(-1);
    if (last !== undefined) {
      const { domain_id: afterDomain, day: afterDay, report_id: afterReport, ordinal: afterOrdinal } = last;
      after = { afterDomain, afterDay, afterReport, afterOrdinal };
    }
    rows = page.length;
  }
}

// Spelled out, because a comparison of tuples does not use the index. Rows with equal ordinals are duplicates: a page that
// ends between them leaves one out, and the hash differs either way.
const recordsQuery = `SELECT domain_id, day, report_id, ${recordColumns.map(({ select }) => select).join(", ")}
FROM records WHERE ${inReports} AND (domain_id > {afterDomain:String} OR domain_id = {afterDomain:String}
  AND (day > {afterDay:Date} OR day = {afterDay:Date} AND (report_id > {afterReport:String}
    OR report_id = {afterReport:String} AND ordinal > {afterOrdinal:Int64})))
ORDER BY domain_id, day, report_id, ordinal LIMIT ${PAGE_ROWS} ${pageSettings}`;

/** Columns that are computed from the others. */
const derivedColumns = recordColumns.filter(({ path }) => path === null);

function createBuilder(row: ReportRow) {
  const hash = createContentHash();
  let isConsistent = true;
  return {
    add(line: RecordLine): void {
      const record = toRecord(line);
      hash.add(record);
      isConsistent &&= derivedColumns.every(({ name, write }) => write(record) === line[name]);
    },
    finish(): StoredContent {
      return { row, hashes: toEveryForm(hash.digest(row.header)), isConsistent };
    },
  };
}
