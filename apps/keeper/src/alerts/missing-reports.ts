import type { AlertRules, Domain } from "@ruaflow/metadata-store/domains";
import { type Finding, toDaysText } from "./finding.ts";

const DAY_MS = 86_400_000;

/** Finds whether no report has arrived for some days, counted from the last report or, if later, from the verification. */
export function findMissingReports(
  rule: AlertRules["missing_reports"],
  { domain, lastReceived }: { readonly domain: Domain; readonly lastReceived: Date | undefined },
  now: Date,
): Finding {
  const verifiedAt = domain.verifiedAt ?? domain.createdAt;
  const hasNoReport = lastReceived === undefined || lastReceived < verifiedAt;
  const quietMs = now.getTime() - (hasNoReport ? verifiedAt : lastReceived).getTime();
  const value = Math.max(0, Math.floor(quietMs / DAY_MS));
  const since = hasNoReport ? "since the domain was verified, for" : "for";
  return {
    rule: "missing_reports",
    sourceIp: null,
    value,
    threshold: rule.days,
    isCrossed: quietMs >= rule.days * DAY_MS,
    summary:
      value === 0 ? "A report arrived within the last day." : `No report has arrived ${since} ${toDaysText(value)}.`,
  };
}
