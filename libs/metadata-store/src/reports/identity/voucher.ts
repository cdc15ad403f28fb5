import { type ContentHashes, isSameContent } from "@ruaflow/report/content";

/** Who vouches for a report, as SHA-256 keys of 64 lower-case hex digits and organizational domains. */
export interface Vouched {
  readonly reportKey: string;
  /** Only if a domain vouches for the report: the key that it has without one. */
  readonly baseKey?: string;
  /** Only if the report's sender is not proven: the key that it has without a domain, if it were. */
  readonly authenticKey?: string;
  /** The domain that is proven for the report's mail; absent or `null`: none is. */
  readonly reporterDomain?: string | null;
  /** Domains of the same reporter, `reporterDomain` included. */
  readonly reporterDomains?: readonly string[];
  /** Only if the report's sender is not proven: domains of whom it claims to be from. Absent: it is not known. */
  readonly claimedDomains?: readonly string[];
}

/** The key that all reports of one identity share, whichever domain vouches for them. */
export function toIdentityKey({ reportKey, baseKey, authenticKey }: Vouched): string {
  return authenticKey ?? baseKey ?? reportKey;
}

/** A report in the ledger, to be compared with others of the same identity. */
export interface Sibling extends ContentHashes {
  readonly reportKey: string;
  readonly identityKey: string;
  readonly isStored: boolean;
  readonly isUnproven: boolean;
  /** `null`: no domain vouches for it. */
  readonly vouchedBy: string | null;
  /** The domain of a copy that came otherwise and is this report, `""` for a copy without a domain; `null`: there is none. */
  readonly matchedBy: string | null;
}

/**
 * How a report compares with another one of the same identity.
 *
 * - `unauthenticated`: its sender is not proven, and the report of the reporter that it claims to be from is another one
 * - `marks`: for a duplicate, what to note as `matchedBy` of the other report; `null`: nothing
 */
export type Comparison =
  | { readonly result: "duplicate"; readonly of: string; readonly marks: string | null }
  | { readonly result: "conflict" | "unauthenticated" };

/**
 * Compares a report with those of the same identity that other keys have: what is found under its own key goes first. A domain's
 * report is never a conflict or a duplicate of another domain's. A report that no domain vouches for, as an upload, may be a copy
 * of one domain's report: equal content makes it a duplicate, whichever comes first. `null`: it is a report of its own.
 */
export function compareWithSiblings(report: Vouched & ContentHashes, siblings: readonly Sibling[]): Comparison | null {
  const others = siblings.filter(({ reportKey }) => reportKey !== report.reportKey);
  const isUnproven = report.authenticKey !== undefined;
  const before = isUnproven ? others.filter((other) => precedes(other, report)) : [];
  const copies = before.filter((other) => isSameContent(other, report));
  if (copies[0]) return { result: "duplicate", of: copies[0].reportKey, marks: null };
  if (before.length > 0) return { result: "unauthenticated" };
  const stored = others.filter((other) => other.isStored && other.isUnproven === isUnproven);
  const copy = stored.filter((other) => isCopy(other, report)).sort(markedFirst)[0];
  if (copy) return { result: "duplicate", of: copy.reportKey, marks: toMark(copy, report) };
  return stored.some((other) => isSameReporter(other, report)) ? { result: "conflict" } : null;
}

/** The report of whom an unproven one claims to be from, or that is supplied by a key holder or the operator. */
function precedes({ isUnproven, vouchedBy }: Sibling, { claimedDomains }: Vouched): boolean {
  if (isUnproven) return false;
  return vouchedBy === null || claimedDomains === undefined || claimedDomains.includes(vouchedBy);
}

function isCopy(other: Sibling, report: Vouched & ContentHashes): boolean {
  if (!isSameContent(other, report)) return false;
  if (isVouched(report)) return isSameReporter(other, report) || (other.vouchedBy === null && other.matchedBy === null);
  return other.vouchedBy !== null;
}

function isSameReporter({ vouchedBy, matchedBy }: Sibling, report: Vouched): boolean {
  const own = listOwnDomains(report);
  return [vouchedBy, matchedBy].some((domain) => domain !== null && own.includes(domain));
}

function toMark({ vouchedBy, matchedBy }: Sibling, { reporterDomain }: Vouched): string | null {
  if (matchedBy !== null) return null;
  if (vouchedBy === null) return reporterDomain ?? null;
  return isNone(reporterDomain) ? "" : null;
}

const isNone = (domain: string | null | undefined) => domain === null || domain === undefined;

function isVouched({ reporterDomain }: Vouched): boolean {
  return !isNone(reporterDomain);
}

function listOwnDomains({ reporterDomain, reporterDomains = [] }: Vouched): readonly string[] {
  return isNone(reporterDomain) ? [] : [reporterDomain ?? "", ...reporterDomains];
}

/** A second copy is the one that was marked for the first; otherwise the same one for every writer. */
function markedFirst(one: Sibling, other: Sibling): number {
  if ((one.matchedBy === null) !== (other.matchedBy === null)) return one.matchedBy === null ? 1 : -1;
  return one.reportKey < other.reportKey ? -1 : 1;
}
