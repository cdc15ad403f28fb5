import { toReportDay, toReportId, toReportKey, toUnauthenticatedKey, toVouchedKey } from "@ruaflow/report/identity";
import type { ReportMessageFacts } from "@ruaflow/report/message";
import type { ReportDocument } from "../reading/document.ts";
import type { EntryResult } from "../submission-result.ts";
import type { ReportTrust } from "./report-trust.ts";
import type { SubmissionContext } from "./submission-context.ts";

/** The domain is proven to be the reporter, so its report keeps its identity, whatever the organization counts. */
export const NEW_REPORTER = "new-reporter";

interface Known {
  readonly owner: { readonly organizationId: string; readonly domainId: string };
  readonly trust: ReportTrust;
  readonly context: SubmissionContext;
}

/** What every message of a report says: who it is, whose it is, and how far it is believed. */
export function toMessageFacts(
  { path, entry }: Pick<EntryResult, "entry" | "path">,
  { header, totals, warnings, contentHash, newerHashes }: ReportDocument,
  { owner: { organizationId, domainId }, trust, context: { submission } }: Known,
): ReportMessageFacts {
  const keys = toKeys(toReportKey(organizationId, header), trust);
  return {
    ...keys,
    reportId: toReportId(keys.reportKey),
    organizationId,
    domainId,
    day: toReportDay(header.dateRange),
    contentHash,
    ...(newerHashes && { newerHashes: [...newerHashes] }),
    submissionId: submission.id,
    entry,
    path,
    channel: submission.channel,
    receivedAt: submission.receivedAt.toISOString(),
    ...toTrustFacts(trust),
    header: { ...header, errors: [...header.errors] },
    warnings: warnings.map(({ code, path: place, count }) => ({ code, path: place, count })),
    totals,
    chunk: { index: 0, of: 1, firstOrdinal: 0 },
  };
}

/** The report's own key, and the one that it shares with all reports of its identity, whichever domain vouches. */
function toKeys(key: string, { trust, trustReason, reporterDomain }: ReportTrust) {
  const vouched = reporterDomain === null ? key : toVouchedKey(key, reporterDomain);
  const isUnproven = trust === "none" && trustReason !== NEW_REPORTER;
  if (isUnproven) return { reportKey: toUnauthenticatedKey(vouched), authenticKey: key };
  return reporterDomain === null ? { reportKey: key } : { reportKey: vouched, baseKey: key };
}

function toTrustFacts({ trust, trustReason, reporterDomain, reporterDomains, claimedDomains }: ReportTrust) {
  const claimed = trust === "none" && { claimedDomains: [...claimedDomains] };
  return { trust, trustReason, reporterDomain, reporterDomains: [...reporterDomains], ...claimed };
}
