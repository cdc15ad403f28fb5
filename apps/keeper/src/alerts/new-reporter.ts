import type { AlertRules } from "@ruaflow/metadata-store/domains";
import type { NewReporterSums } from "@ruaflow/metadata-store/reports";
import { type Finding, toDaysText, toText } from "./finding.ts";

/** A reporter counts as new for this many days, and is compared with the others' reports of as many days. */
export const NEW_REPORTER_DAYS = 7;

/** Larger numbers are not spelled out: who forges one must not make the summary too long to be saved. */
const SPELLED_MAX = 1e12;
/** Limit of an alert's summary. */
const SUMMARY_CHARS_MAX = 255;

/**
 * Finds whether new reporters together state more messages than all others. They count together, so that a sender with several
 * domains gains nothing. Without any report of another reporter, a domain has no usual number, and no alert.
 *
 * @param sums absent: the domain has no new reporter
 */
export function findNewReporter(
  rule: AlertRules["new_reporter"],
  organizationId: string,
  sums: NewReporterSums | undefined,
): Finding {
  const { messages = 0, others = 0, hasOthers = false } = sums ?? {};
  const isCrossed = hasOthers && messages >= rule.messages_min && messages > others;
  return {
    rule: "new_reporter",
    sourceIp: null,
    value: messages,
    threshold: Math.max(rule.messages_min, others),
    since: sums?.firstDay ?? null,
    isCrossed,
    summary:
      isCrossed && sums
        ? describe(sums, organizationId)
        : "No new reporter counts more messages than all others together.",
  };
}

function describe({ reporterDomain, firstDay, reporters, messages, others }: NewReporterSums, id: string): string {
  const states = reporters === 1 ? "states" : `and ${toCountText(reporters - 1)} other new ones state`;
  const rest = ` (a reporter since ${firstDay}) ${states} ${toCountText(messages)} messages, all others together ${toCountText(others)} in ${toDaysText(NEW_REPORTER_DAYS)}. If you do not know it: ruaflow orgs set ${id} --count-reporters known`;
  return cut(reporterDomain, SUMMARY_CHARS_MAX - rest.length) + rest;
}

function cut(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, charsMax - 1)}…`;
}

function toCountText(value: number): string {
  return value <= SPELLED_MAX ? toText(value) : "over a trillion";
}
