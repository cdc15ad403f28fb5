import type { AlertRules } from "@ruaflow/metadata-store/domains";
import type { NewSource } from "@ruaflow/record-store/questions";
import { type Finding, toDaysText, toText } from "./finding.ts";

/** A source is new for so many days. */
export const NEW_SOURCE_DAYS = 7;
/** Alerts about new sources that a domain has at a time: whoever forges thousands of sources fills no queue. */
export const NEW_SOURCES_MAX = 20;

/** Sources that no earlier report has, and that send enough failing messages. */
export function findNewSources(rule: AlertRules["new_source"], sources: readonly NewSource[]): Finding[] {
  return sources
    .filter(({ failed }) => failed >= rule.failures_min)
    .map(({ sourceIp, failed }) => ({
      rule: "new_source",
      sourceIp,
      value: failed,
      threshold: rule.failures_min,
      isCrossed: true,
      summary: `${sourceIp} was never seen before and sent ${toText(failed)} messages that fail DMARC in ${toDaysText(NEW_SOURCE_DAYS)}.`,
    }));
}
