import type { Arrival } from "@ruaflow/metadata-store/intake";
import type { ClaimResult, ListedFacts, ReportClaim } from "@ruaflow/metadata-store/reports";
import { type RecordBatch, type ReportRow, toStoredTime } from "@ruaflow/record-store/rows";
import { type ReportMessage, toNote } from "@ruaflow/report/message";
import type { ReportPart } from "./report-parts.ts";

/** Who vouches for the report. Messages of earlier releases do not say it. */
export function toVouched(facts: ReportMessage) {
  const { reportKey, baseKey, authenticKey, reporterDomain = null, reporterDomains = [], claimedDomains } = facts;
  const keys = { ...(baseKey !== undefined && { baseKey }), ...(authenticKey !== undefined && { authenticKey }) };
  return { reportKey, ...keys, reporterDomain, reporterDomains, ...(claimedDomains && { claimedDomains }) };
}

export function toClaim({ facts }: ReportPart): ReportClaim {
  const { reportId, organizationId, domainId, contentHash, newerHashes = [], day, totals, submissionId, entry } = facts;
  return {
    ...toVouched(facts),
    reportId,
    organizationId,
    domainId,
    contentHash,
    newerHashes,
    day,
    expectedRecords: totals.records,
    expectedMessages: totals.messages,
    submissionId,
    entry,
  };
}

export function toRecordBatch({ facts }: ReportPart, { lines }: ReportMessage, attempt: bigint): RecordBatch {
  return {
    report: { ...facts, ...toReceived(facts) },
    attempt: Number(attempt),
    lines,
  };
}

export function toReportRow({ facts }: ReportPart, attempt: bigint): ReportRow {
  return { ...facts, ...toReceived(facts), attempt: Number(attempt) };
}

/** What is not in the content of a report: when it came, and what its mail proves. */
function toReceived(facts: ReportMessage) {
  const { reporterDomain = null, receivedAt } = facts;
  return { ...toTrust(facts), reporterDomain, receivedAt: new Date(receivedAt) };
}

/** The facts that lists show of a report, with the same times as its row. */
export function toListed({ facts }: ReportPart): ListedFacts {
  const { reportId, receivedAt, header } = facts;
  const { begin, end } = header.dateRange;
  return {
    reportId,
    reporter: header.reporter,
    begin: toStoredTime(begin),
    end: toStoredTime(end),
    receivedAt: toStoredTime(Date.parse(receivedAt) / 1000),
    ...toTrust(facts),
    reporterDomain: facts.reporterDomain ?? null,
  };
}

/** Messages of earlier releases do not say it: their reports were uploaded or imported. */
export function toTrust({ trust, trustReason = null, channel }: ReportMessage) {
  return { trust: trust ?? (channel === "upload" ? "upload" : "import"), trustReason };
}

const OUTCOMES = {
  new: "stored",
  uncertain: "stored",
  forgotten: "stored",
  stored: "stored",
  duplicate: "duplicate",
  conflict: "conflict",
  unauthenticated: "conflict",
  dropped: "dropped",
} as const;

const REASONS = { duplicate: "same-report", conflict: "other-content", dropped: "domain-gone" } as const;

/** The outcome of a report, as shown to its sender. */
export function toArrival({ facts }: ReportPart, result: ClaimResult): Arrival {
  const { submissionId, entry, organizationId, domainId, reportId, path } = facts;
  const outcome = OUTCOMES[result];
  return {
    submissionId,
    entry,
    organizationId,
    domainId,
    reportId,
    path,
    outcome,
    ...(outcome === "stored" ? toNote(facts) : { reason: REASONS[outcome], detail: null }),
    ...(result === "unauthenticated" && { reason: result }),
  };
}
