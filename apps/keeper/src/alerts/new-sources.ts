import type { AlertRules } from "@ruaflow/metadata-store/domains";
import type { NewSource } from "@ruaflow/record-store/questions";
import { type Finding, toDaysText, toText } from "./finding.ts";

/** A source counts as new for this many days. */
export const NEW_SOURCE_DAYS = 7;
/** Maximum number of open alerts about new sources of a domain, so that forged sources cannot flood the queue. */
export const NEW_SOURCES_MAX = 20;

/** Finds sources that are in no earlier report and send enough failing messages. */
export function findNewSources(rule: AlertRules["new_source"], sources: readonly NewSource[]): Finding[] {
  return sources.filter(({ failed }) => failed >= rule.failures_min).map((source) => toNewSourceFinding(rule, source));
}

export function toNewSourceFinding(rule: AlertRules["new_source"], { sourceIp, failed, firstDay }: NewSource): Finding {
  return {
    rule: "new_source",
    sourceIp,
    value: failed,
    threshold: rule.failures_min,
    since: firstDay,
    isCrossed: failed >= rule.failures_min,
    summary: `${sourceIp} is a new source and sent ${toText(failed)} messages that fail DMARC in ${toDaysText(NEW_SOURCE_DAYS)}.`,
  };
}
