import { createContentHash } from "@ruaflow/dmarc/identity";
import { encodeRecord } from "../rows/encode-record.ts";
import type { GeneratedReport } from "./generate-reports.ts";

/** The report with the content hash that reading it from its document would give. */
export function withContentHash({ row, records }: GeneratedReport): GeneratedReport {
  const hash = createContentHash();
  for (const record of records) hash.add(encodeRecord(record));
  hash.add(JSON.stringify(row.header.policyPublished));
  return { records, row: { ...row, contentHash: hash.digest() } };
}
