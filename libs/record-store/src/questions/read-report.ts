import type { ReportRecord } from "@ruaflow/report";
import { createKeyedBatcher } from "@ruaflow/runtime/work";
import type { Engine } from "../engine/engine.ts";
import { pageSettings } from "../engine/read-settings.ts";
import { recordSelectList, toRecord } from "../rows/record-columns.ts";
import { reportSelectList, toReportRow } from "../rows/report-columns.ts";
import { inReports, oneReport, toOneReportParams, toReportsParams } from "../rows/report-conditions.ts";
import type { ReportLocation, ReportRow } from "../rows/report-row.ts";
import { toStoredDay } from "../rows/stored-values.ts";

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
 * Reads one report; `null` when the organization does not have it. Concurrent requests are read together. The records
 * of a small report are read at the same time as its row, since a query costs more than the rows it reads.
 */
export function createReportReader(
  engine: Engine,
): (organizationId: string, location: CountedLocation) => Promise<StoredReport | null> {
  const read = createKeyedBatcher<ReportQuestion, ReportStart>({
    toKey: ({ organizationId }) => organizationId,
    itemsMax: BATCH_MAX,
    flush: (questions) => readStarts(engine, questions),
  });
  return async (organizationId, location) => {
    const question = { organizationId, location };
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

interface ReportQuestion {
  readonly organizationId: string;
  readonly location: CountedLocation;
}

/** The part of a report that is read at once. */
interface ReportStart {
  readonly row: ReportRow | null;
  /** All its records, if few. */
  readonly few: readonly ReportRecord[] | null;
}

async function readStarts(engine: Engine, questions: readonly ReportQuestion[]): Promise<ReportStart[]> {
  const small = questions.filter(({ location }) => location.records <= FEW_RECORDS);
  const [rows, records] = await Promise.all([readRows(engine, questions), readRecordsTogether(engine, small)]);
  const recordsOf = new Map(small.map((question, index) => [question, records[index] ?? []]));
  return questions.map((question, index) => ({ row: rows[index] ?? null, few: recordsOf.get(question) ?? null }));
}

async function readRows(engine: Engine, questions: readonly ReportQuestion[]): Promise<(ReportRow | null)[]> {
  const rows = await selectReports<Place>(engine, questions, rowsQuery);
  return questions.map(({ location }) => {
    const row = rows.find((one) => isAt(one, location));
    return row ? toReportRow(row) : null;
  });
}

async function readRecordsTogether(engine: Engine, questions: readonly ReportQuestion[]): Promise<ReportRecord[][]> {
  const rows = await selectReports<Place>(engine, questions, fewRecordsQuery);
  const rowsOf = Map.groupBy(rows, ({ report_id }) => report_id);
  return questions.map(({ location }) =>
    (rowsOf.get(location.reportId) ?? []).filter((row) => isAt(row, location)).map(toRecord),
  );
}

/** Columns that identify the report of a row. */
interface Place {
  readonly domain_id: string;
  readonly day: string;
  readonly report_id: string;
}

function isAt({ domain_id, day, report_id }: Place, location: ReportLocation): boolean {
  return report_id === location.reportId && domain_id === location.domainId && day === toStoredDay(location.day);
}

/** All questions belong to one organization. */
async function selectReports<Row>(engine: Engine, questions: readonly ReportQuestion[], query: string): Promise<Row[]> {
  const [first] = questions;
  if (!first) return [];
  const locations = questions.map(({ location }) => location);
  return engine.select<Row>(query, toReportsParams(first.organizationId, locations));
}

async function readPart(
  engine: Engine,
  { organizationId, location }: ReportQuestion,
  part: RecordsPart,
): Promise<ReportRecord[]> {
  const params = { ...toOneReportParams(organizationId, location), ...part };
  return (await engine.select<object>(partQuery, params)).map(toRecord);
}

async function* readPages(
  engine: Engine,
  { organizationId, location }: ReportQuestion,
): AsyncGenerator<ReportRecord, void, undefined> {
  const params = toOneReportParams(organizationId, location);
  for (let after = -1; ; ) {
    const page = await engine.select<{ readonly ordinal: number }>(pageQuery, { ...params, after });
    for (const row of page) yield toRecord(row);
    const last = page.at(-1);
    if (!last || page.length < PAGE_ROWS) return;
    after = last.ordinal;
  }
}

const rowsQuery = `SELECT ${reportSelectList}
FROM reports WHERE ${inReports}
ORDER BY attempt DESC LIMIT 1 BY domain_id, day, report_id ${pageSettings}`;

const fewRecordsQuery = `SELECT domain_id, day, report_id, ${recordSelectList}
FROM records WHERE ${inReports}
ORDER BY ordinal, attempt DESC LIMIT 1 BY domain_id, day, report_id, ordinal ${pageSettings}`;

const partQuery = `SELECT ${recordSelectList}
FROM records WHERE ${oneReport}
ORDER BY ordinal, attempt DESC LIMIT 1 BY ordinal LIMIT {take:UInt32} OFFSET {skip:UInt64} ${pageSettings}`;

const pageQuery = `SELECT ${recordSelectList}
FROM records WHERE ${oneReport} AND ordinal > {after:Int64}
ORDER BY ordinal, attempt DESC LIMIT 1 BY ordinal LIMIT ${PAGE_ROWS} ${pageSettings}`;
