import type { ReportMessageFacts } from "../message/message-schema.ts";
import { aHeader } from "./a-record.ts";

/** Facts of a report of one message. */
export const sampleFacts: ReportMessageFacts = {
  reportKey: "ab".repeat(32),
  reportId: "rpt_x",
  organizationId: "org_1",
  domainId: "dom_1",
  day: "2024-05-01",
  contentHash: "c0ffee",
  submissionId: "sub_1",
  entry: 0,
  path: "report.xml",
  channel: "upload",
  receivedAt: "2024-05-02T00:00:00.000Z",
  header: aHeader({
    reporter: "Example\nInc.",
    extraContactInfo: "",
    dateRange: { begin: 1714521600, end: 1714607999 },
    policyPublished: { sp: "", pct: "100" },
  }),
  warnings: [{ code: "empty-value", path: "policy_published/sp", count: 1 }],
  totals: { records: 2, recordsSkipped: 0, messages: 3, passed: 1 },
  chunk: { index: 0, of: 1, firstOrdinal: 0 },
};
