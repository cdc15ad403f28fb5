import { encodeRecord } from "@ruaflow/report/message";
import type { RecordStore } from "../record-store.ts";
import type { RecordBatch } from "../rows/report-row.ts";
import type { GeneratedReport } from "./generate-reports.ts";

export function toBatch({ row, records }: GeneratedReport, attempt = 1): RecordBatch {
  return { report: row, attempt, lines: records.map(encodeRecord) };
}

/** Stores complete reports: their records and their own rows. */
export async function storeReports(store: RecordStore, reports: readonly GeneratedReport[]): Promise<void> {
  await store.insertRecords(reports.map((report) => toBatch(report)));
  await store.insertReports(reports.map(({ row }) => row));
}
