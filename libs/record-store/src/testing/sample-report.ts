import type { ReportRecord } from "@ruaflow/report";
import { aHeader } from "@ruaflow/report/testing";
import type { GeneratedReport } from "./generate-reports.ts";

/** Changes to a default report. */
export interface SampleOptions {
  readonly organizationId: string;
  readonly reportId: string;
  readonly day?: string;
  readonly records?: readonly ReportRecord[];
}

/** A small report for a test of one property. */
export function sampleReport({
  organizationId,
  reportId,
  day = "2026-02-03",
  records = [],
}: SampleOptions): GeneratedReport {
  const messages = records.reduce((sum, record) => sum + record.count, 0);
  return {
    records,
    row: {
      organizationId,
      domainId: "dom_sample",
      day,
      reportId,
      attempt: 1,
      trust: "upload",
      trustReason: null,
      reporterDomain: null,
      header: aHeader(),
      totals: { records: records.length, recordsSkipped: 0, messages, passed: 0 },
      warnings: [],
      receivedAt: new Date("2026-02-04T05:06:07Z"),
      channel: "upload",
      submissionId: "sub_sample",
      contentHash: "00",
    },
  };
}
