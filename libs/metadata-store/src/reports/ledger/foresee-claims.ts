import type { Queryable } from "@ruaflow/postgres";
import { type ContentHashes, isSameContent } from "@ruaflow/report/content";
import { findSiblings } from "../identity/siblings.ts";
import { compareWithSiblings, type Sibling, toIdentityKey, type Vouched } from "../identity/voucher.ts";

/** A report that is about to be claimed. */
export interface ForeseenReport extends Vouched, ContentHashes {}

/** What a claim of a report would result in; `null`: it has to be claimed. */
export type Foreseen = "duplicate" | "conflict" | "unauthenticated" | null;

/**
 * Foresees claims, so that an obvious duplicate need not pass through the log. Only a hint: `claimReports` decides. A pending report
 * may be one whose writing stopped halfway, and a first copy of another report has to be noted: those are claimed.
 */
export async function foreseeClaims(database: Queryable, reports: readonly ForeseenReport[]): Promise<Foreseen[]> {
  const siblings = await findSiblings(database, [...new Set(reports.map(toIdentityKey))]);
  return reports.map((report) => foresee(report, siblings.get(toIdentityKey(report)) ?? []));
}

function foresee(report: ForeseenReport, siblings: readonly Sibling[]): Foreseen {
  const stored = siblings.filter(({ isStored }) => isStored);
  const own = stored.find(({ reportKey }) => reportKey === report.reportKey);
  if (own !== undefined && isSameContent(own, report)) return "duplicate";
  const compared = compareWithSiblings(report, stored);
  if (compared?.result === "duplicate") return compared.marks === null ? "duplicate" : null;
  return compared?.result ?? (own === undefined ? null : "conflict");
}
