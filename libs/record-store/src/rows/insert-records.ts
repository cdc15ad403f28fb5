import type { Engine } from "../engine/engine.ts";
import { encodeJson } from "./encode-json.ts";
import { recordColumns } from "./encode-record.ts";
import { insertLines } from "./insert-lines.ts";
import type { RecordBatch } from "./report-row.ts";
import { toStoredDay } from "./stored-day.ts";

const constantColumns = [
  "organization_id",
  "domain_id",
  "day",
  "report_id",
  "attempt",
  "reporter",
  "policy_domain",
  "period_begin",
  "period_end",
  "received_at",
];

/**
 * Stores records of any number of reports and resolves once they are stored. It neither looks for rows that are there
 * already nor lets the engine do so: after a failure, read back what is there and insert only what is missing.
 */
export async function insertRecords(engine: Engine, batches: Iterable<RecordBatch>): Promise<void> {
  await insertLines(engine, { table: "records", columns: [...constantColumns, ...recordColumns] }, toLines(batches));
}

function* toLines(batches: Iterable<RecordBatch>): Generator<string> {
  for (const batch of batches) {
    const opening = `${encodeConstants(batch).slice(0, -1)},`;
    const lines = typeof batch.lines === "string" ? batch.lines.split("\n") : batch.lines;
    for (const line of lines) {
      if (line !== "") yield `${opening}${line}]`;
    }
  }
}

function encodeConstants({ report, attempt }: RecordBatch): string {
  const { header } = report;
  return encodeJson([
    report.organizationId,
    report.domainId,
    toStoredDay(report.day),
    report.reportId,
    attempt,
    header.reporter,
    header.policyPublished.domain,
    header.dateRange.begin,
    header.dateRange.end,
    Math.floor(report.receivedAt.getTime() / 1000),
  ]);
}
