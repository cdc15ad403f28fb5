import { createHash } from "node:crypto";
import { toBase32 } from "@ruaflow/runtime/text";
import type { DateRange, ReportHeader } from "./report.ts";

/** What makes two reports the same report. Report ids alone are shared by reporters and used again for other periods. */
export interface ReportIdentity extends DateRange {
  readonly organizationId: string;
  /** Lower-case A-label, as `toDomainName` makes it. */
  readonly policyDomain: string;
  readonly reporter: string;
  readonly reportId: string;
}

const REPORT_ID_BYTES = 16;
const SECONDS_PER_DAY = 86_400;
/** 2106-02-07, the last day that 32 bits of seconds reach: the last that a ClickHouse `DateTime` holds. */
const LAST_DAY = 49_710;

/** Hex SHA-256 of the report's identity, every text with its length in front, so that two identities never give the same bytes. */
export function createReportKey(identity: ReportIdentity): string {
  const hash = createHash("sha256").update("drk1");
  const { organizationId, policyDomain, reporter, reportId } = identity;
  for (const text of [organizationId, policyDomain, reporter, reportId.trim()]) hash.update(withLength(text));
  const period = Buffer.alloc(16);
  period.writeBigInt64BE(BigInt(identity.begin), 0);
  period.writeBigInt64BE(BigInt(identity.end), 8);
  return hash.update(period).digest("hex");
}

/** The key of a report as read, for the organization that owns it. */
export function toReportKey(
  organizationId: string,
  {
    reporter,
    reportId,
    dateRange,
    policyPublished,
  }: Pick<ReportHeader, "reporter" | "reportId" | "dateRange" | "policyPublished">,
): string {
  return createReportKey({ organizationId, policyDomain: policyPublished.domain, reporter, reportId, ...dateRange });
}

/**
 * Key of a report that a domain vouches for, from the key that the report has without one: so no other domain's report ever shares
 * a key with it.
 *
 * @param reporterDomain lower-case A-label: the organizational domain that is proven for the report's mail
 */
export function toVouchedKey(reportKey: string, reporterDomain: string): string {
  return createHash("sha256")
    .update("drk1 vouched")
    .update(reportKey, "hex")
    .update(withLength(reporterDomain))
    .digest("hex");
}

/**
 * Key of a report whose sender is not proven, from the key that the report has when it is: so a forgery never shares a
 * key with the authentic report.
 */
export function toUnauthenticatedKey(reportKey: string): string {
  return createHash("sha256").update("drk1 unauthenticated").update(reportKey, "hex").digest("hex");
}

/** `rpt_` and the first 16 bytes of the key in lower-case base32 (RFC 4648): what the API shows, computed without a lookup. */
export function toReportId(reportKey: string): string {
  return `rpt_${toBase32(Buffer.from(reportKey, "hex").subarray(0, REPORT_ID_BYTES))}`;
}

/** The UTC date (YYYY-MM-DD) of the middle of the period, never outside 1970-01-01 to 2106-02-07. */
export function toReportDay(dateRange: DateRange): string {
  const middle = dateRange.begin + (dateRange.end - dateRange.begin) / 2;
  const day = Math.min(Math.max(Math.floor(middle / SECONDS_PER_DAY), 0), LAST_DAY);
  return new Date(day * SECONDS_PER_DAY * 1000).toISOString().slice(0, 10);
}

function withLength(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
