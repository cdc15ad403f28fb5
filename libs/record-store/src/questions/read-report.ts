import type { ReportRecord } from "@ruaflow/report";
import { type Engine, type QueryParams, toOwnerParams } from "../engine/engine.ts";
import { pageSettings } from "../engine/read-settings.ts";
import { QUESTIONS_MAX } from "../engine/share-questions.ts";
import { recordSelectList, toRecord } from "../rows/record-columns.ts";
import { reportSelectList, toReportRow } from "../rows/report-columns.ts";
import {
  inOwnedReports,
  oneReport,
  reportOwnerColumns,
  reportOwnerNames,
  toReportOwner,
} from "../rows/report-conditions.ts";
import type { ReportLocation, ReportRow } from "../rows/report-row.ts";

/** A report with all its records. */
export interface StoredReport {
  readonly row: ReportRow;
  /** In order, read on demand: a report may have a million. May be iterated repeatedly. */
  readonly records: AsyncIterable<ReportRecord>;
  /** Some of its records, in the same order. */
  readRecords(part: RecordsPart): Promise<readonly ReportRecord[]>;
}

/** Records to skip, and how many to read after them. */
interface RecordsPart {
  readonly skip: number;
  readonly take: number;
}

/** A report whose number of records is known from the ledger. */
export interface CountedLocation extends ReportLocation {
  readonly records: number;
}

/** Records read at once, so that a page of the largest report takes tens of megabytes. */
const PAGE_ROWS = 2_000;

/** Records of a report that are read with those of others: all of one query are at most a page. */
const FEW_RECORDS = PAGE_ROWS / QUESTIONS_MAX;

/**
 * Reads one report; `null` when the organization does not have it. The records of a small report are read at the same time as its
 * row, since a query costs more than the rows it reads.
 */
export async function readReport(
  engine: Engine,
  organizationId: string,
  location: CountedLocation,
): Promise<StoredReport | null> {
  const owner = toReportOwner(organizationId, location);
  const read = (query: string) => engine.select<object>(query, toOwnerParams([owner]), [owner]);
  const isSmall = location.records <= FEW_RECORDS;
  const [[row], few] = await Promise.all([read(rowQuery), isSmall ? read(recordsQuery) : null]);
  if (!row) return null;
  const records = few?.map(toRecord);
  return {
    row: toReportRow(row),
    records: { [Symbol.asyncIterator]: () => (records ? walk(records) : readPages(engine, owner)) },
    readRecords: async (part) => records?.slice(part.skip, part.skip + part.take) ?? readPart(engine, owner, part),
  };
}

async function* walk(records: readonly ReportRecord[]): AsyncGenerator<ReportRecord, void, undefined> {
  yield* records;
}

async function readPart(engine: Engine, report: QueryParams, part: RecordsPart): Promise<ReportRecord[]> {
  return (await engine.select<object>(partQuery, { ...report, ...part })).map(toRecord);
}

async function* readPages(engine: Engine, report: QueryParams): AsyncGenerator<ReportRecord, void, undefined> {
  for (let after = -1; ; ) {
    const page = await engine.select<{ readonly ordinal: number }>(pageQuery, { ...report, after });
    for (const row of page) yield toRecord(row);
    const last = page.at(-1);
    if (!last || page.length < PAGE_ROWS) return;
    after = last.ordinal;
  }
}

const rowQuery = `SELECT ${reportOwnerColumns}, ${reportSelectList}
FROM reports WHERE ${inOwnedReports}
ORDER BY attempt DESC LIMIT 1 BY ${reportOwnerNames} ${pageSettings}`;

const recordsQuery = `SELECT ${reportOwnerColumns}, day, ${recordSelectList}
FROM records WHERE ${inOwnedReports}
ORDER BY ordinal, attempt DESC LIMIT 1 BY ${reportOwnerNames}, ordinal ${pageSettings}`;

const partQuery = `SELECT ${recordSelectList}
FROM records WHERE ${oneReport}
ORDER BY ordinal, attempt DESC LIMIT 1 BY ordinal LIMIT {take:UInt32} OFFSET {skip:UInt64} ${pageSettings}`;

const pageQuery = `SELECT ${recordSelectList}
FROM records WHERE ${oneReport} AND ordinal > {after:Int64}
ORDER BY ordinal, attempt DESC LIMIT 1 BY ordinal LIMIT ${PAGE_ROWS} ${pageSettings}`;
