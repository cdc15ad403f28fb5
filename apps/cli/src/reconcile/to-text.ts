import type { Reconciled, Remaining } from "@ruaflow/keeper/reconcile";
import { clean } from "../clean-text.ts";

/** Differences listed as text; the JSON result has all of them. */
const LISTED_MAX = 50;

/** A difference with the name of its domain. */
export interface NamedRemaining extends Remaining {
  readonly domain: string;
}

const REASONS = {
  "bytes-not-kept": "its bytes are not kept",
  "bytes-damaged": "its kept bytes are damaged",
  "reads-differently": "its kept bytes are read differently by this release",
} as const;

/** The result as text, with at most 50 differences. */
export function toText(
  result: Omit<Reconciled, "left"> & { left: readonly NamedRemaining[] },
  repair: boolean,
): string {
  const { reports, found, repaired, deleted, left } = result;
  const more = left.length - LISTED_MAX;
  return [
    ...left.slice(0, LISTED_MAX).map(toLine),
    ...(more > 0 ? [`... and ${more} more (--json lists them all)`] : []),
    `Reports compared: ${reports}. Missing: ${found.missing}, altered: ${found.altered}, doubled: ${found.doubled}, unknown: ${found.unknown}.`,
    ...(repair ? [`Repaired: ${repaired}. Deleted: ${deleted}. Still different: ${left.length}.`] : []),
    ...(!repair && left.length > 0 ? ["Nothing was changed. Repair with: ruaflow reconcile --repair"] : []),
    "",
  ].join("\n");
}

function toLine({ difference, reportId, domain, day, reason }: NamedRemaining): string {
  const why = reason === null ? "" : ` (${REASONS[reason]})`;
  return `${difference}: ${reportId} ${clean(domain)} ${day}${why}`;
}
