import type { GeneratedReport } from "@ruaflow/record-store/testing";
import { isDmarcPass, type ReportRecord } from "@ruaflow/report";

/** Addresses that send failing mail in the name of every domain, as a botnet does. */
export const SHARED_NETWORK = "203.0.113.0/24";
const SHARED_ADDRESSES = 50;
/** One of so many failing records comes from a shared address. */
const SHARED_EVERY = 8;

/** The same reports; some of the failing mail comes from addresses that send to all domains. */
export function* shareSources(reports: Iterable<GeneratedReport>): Generator<GeneratedReport> {
  let failing = 0;
  const toShared = (record: ReportRecord): ReportRecord => {
    if (isDmarcPass(record.policyEvaluated)) return record;
    failing += 1;
    if (failing % SHARED_EVERY !== 0) return record;
    return { ...record, sourceIp: `203.0.113.${1 + ((failing / SHARED_EVERY) % SHARED_ADDRESSES)}` };
  };
  for (const report of reports) yield { ...report, records: report.records.map(toShared) };
}
