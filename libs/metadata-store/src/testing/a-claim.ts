import { createHash, randomUUID } from "node:crypto";
import { toReportId } from "@ruaflow/report/identity";
import type { ReportClaim } from "../reports/ledger/ledger-claims.ts";

type Owner = Pick<ReportClaim, "organizationId" | "domainId">;

/** The claim of a new report of one message, with these changes. */
export function aClaim(changes: Owner & Partial<ReportClaim>): ReportClaim {
  const reportKey = changes.reportKey ?? createHash("sha256").update(randomUUID()).digest("hex");
  return {
    reportKey,
    reportId: toReportId(reportKey),
    contentHash: reportKey,
    day: "2026-01-31",
    expectedRecords: 1,
    expectedMessages: 1,
    submissionId: `sub_${reportKey}`,
    entry: 0,
    ...changes,
  };
}
