import { createContentHash } from "@ruaflow/report/content";
import type { GeneratedReport } from "./generate-reports.ts";

/** The report with the content hash that reading it from its document would give. */
export function withContentHash({ row, records }: GeneratedReport): GeneratedReport {
  const hash = createContentHash();
  for (const record of records) hash.add(record);
  return { records, row: { ...row, ...hash.digest(row.header) } };
}
