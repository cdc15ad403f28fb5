import type { ReportRecord } from "@ruaflow/report";
import { createKeyedBatcher } from "@ruaflow/runtime/work";
import type { Engine } from "../engine/engine.ts";
import { pageSettings } from "../engine/read-settings.ts";
import { recordSelectList, toRecord } from "../rows/record-columns.ts";
import { reportSelectList, toReportRow } from "../rows/report-columns.ts";
import {
  inOwnedReports,
  type OwnedLocation,
  oneReport,
  type PlaceRow,
  placeColumns,
  toOneReportParams,
  toOwnedReportsParams,
  toPlace,
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

/** Maximum of reports whose rows, and whose records if few, are read together: at most a page of records. */
const BATCH_MAX = 50;
const FEW_RECORDS = PAGE_ROWS / BATCH_MAX;

/**
 * Reads one report; `null` when the organization does not have it. Concurrent requests are read together, of all organizations where
 * these share a server. The records of a small report are read at the same time as its row, since a query costs more than the rows it reads.
 */
export function createReportReader(
  engine: Engine,
): (organizationId: string, location: CountedLocation) => Promise<StoredReport | null> {
  const read = createKeyedBatcher<ReportQuestion, ReportStart>({
    toKey: ({ organizationId }) => engine.layout.toSharing(organizationId),
    itemsMax: BATCH_MAX,
    flush: (questions) => readStarts(engine, questions),
  });
  return async (organizationId, location) => {
    const question = { ...location, organizationId };
    const { row, few } = await read(question);
    return (
      row && {
        row,
        records: { [Symbol.asyncIterator]: () => (few ? walk(few) : readPages(engine, question)) },
        readRecords: async (part) => few?.slice(part.skip, part.skip + part.take) ?? readPart(engine, question, part),
      }
    );
  };
}

async function* walk(records: readonly ReportRecord[]): AsyncGenerator<ReportRecord, void, undefined> {
  yield* records;
}

interface ReportQuestion extends OwnedLocation, CountedLocation {}

/** The part of a report that is read at once. */
interface ReportStart {
  readonly row: ReportRow | null;
  /** All its records, if few. */
  readonly few: readonly ReportRecord[] | null;
}

async function readStarts(engine: Engine, questions: readonly ReportQuestion[]): Promise<ReportStart[]> {
  const small = questions.filter(({ records }) => records <= FEW_RECORDS);
  const [rowsOf, recordsOf] = await Promise.all([
    selectReports(engine, questions, rowsQuery),
    selectReports(engine, small, fewRecordsQuery),
  ]);
  return questions.map((question) => {
    const [row] = rowsOf(question);
    const few = question.records <= FEW_RECORDS ? recordsOf(question).map(toRecord) : null;
    return { row: row ? toReportRow(row) : null, few };
  });
}

/** Reads rows of reports of any organizations, and tells which are of which. */
async function selectReports(engine: Engine, reports: readonly OwnedLocation[], query: string) {
  const rows = reports.length > 0 ? await engine.select<PlaceRow>(query, toOwnedReportsParams(reports)) : [];
  const rowsOf = Map.groupBy(rows, toPlace);
  return (report: OwnedLocation): readonly PlaceRow[] => rowsOf.get(toPlace(report)) ?? [];
}

async function readPart(engine: Engine, report: ReportQuestion, part: RecordsPart): Promise<ReportRecord[]> {
  const params = { ...toOneReportParams(report.organizationId, report), ...part };
  return (await engine.select<object>(partQuery, params)).map(toRecord);
}

async function* readPages(engine: Engine, report: ReportQuestion): AsyncGenerator<ReportRecord, void, undefined> {
  const params = toOneReportParams(report.organizationId, report);
  for (let after = -1; ; ) {
    const page = await engine.select<{ readonly ordinal: number }>(pageQuery, { ...params, after });
    for (const row of page) yield toRecord(row);
    const last = page.at(-1);
    if (!last || page.length < PAGE_ROWS) return;
    after = last.ordinal;
  }
}

const rowsQuery = `SELECT ${reportSelectList}
FROM reports WHERE ${inOwnedReports}
ORDER BY attempt DESC LIMIT 1 BY ${placeColumns} ${pageSettings}`;

const fewRecordsQuery = `SELECT ${placeColumns}, ${recordSelectList}
FROM records WHERE ${inOwnedReports}
ORDER BY ordinal, attempt DESC LIMIT 1 BY ${placeColumns}, ordinal ${pageSettings}`;

const partQuery = `SELECT ${recordSelectList}
FROM records WHERE ${oneReport}
ORDER BY ordinal, attempt DESC LIMIT 1 BY ordinal LIMIT {take:UInt32} OFFSET {skip:UInt64} ${pageSettings}`;

const pageQuery = `SELECT ${recordSelectList}
FROM records WHERE ${oneReport} AND ordinal > {after:Int64}
ORDER BY ordinal, attempt DESC LIMIT 1 BY ordinal LIMIT ${PAGE_ROWS} ${pageSettings}`;
