import type { ReportRecord } from "../report.ts";

/** A record with default values and these changes. */
export function sampleRecord(ordinal: number, changes: Partial<ReportRecord> = {}): ReportRecord {
  return {
    ordinal,
    sourceIp: "192.0.2.1",
    count: 1,
    policyEvaluated: { disposition: "none", dkim: "fail", spf: "fail", reasons: [] },
    identifiers: { headerFrom: "example.com", envelopeFrom: null, envelopeTo: null },
    authResults: { dkim: [], spf: [] },
    ...changes,
  };
}
