import type { AlertDomain } from "@ruaflow/metadata-store/watch";
import type { RecordStore } from "@ruaflow/record-store";
import { FAILURE_VOLUME_DAYS, findFailureVolume } from "./failure-volume.ts";
import { type Finding, toDay } from "./finding.ts";
import { findMissingReports } from "./missing-reports.ts";
import { findNewSources, NEW_SOURCE_DAYS, NEW_SOURCES_MAX } from "./new-sources.ts";
import { findPassRate } from "./pass-rate.ts";

/** The result of evaluating a domain's rules. */
export interface Evaluated {
  readonly subject: AlertDomain;
  /** One or more for each enabled rule. */
  readonly findings: readonly Finding[];
}

/** Evaluates the rules of many domains with three queries to the store. */
export async function evaluateDomains(
  records: RecordStore,
  subjects: readonly AlertDomain[],
  now: Date,
): Promise<Evaluated[]> {
  const keys = subjects.map(({ organizationId, domain, countUnauthenticated }) => ({
    organizationId,
    domainId: domain.id,
    countUnauthenticated,
  }));
  const rules = subjects.map(({ domain }) => domain.alertRules);
  const daysMax = Math.max(FAILURE_VOLUME_DAYS, ...rules.map(({ pass_rate }) => pass_rate.window_days));
  const failuresMin = Math.min(...rules.map(({ new_source }) => new_source.failures_min));
  const endDate = toDay(now);
  const [days, newSources, lastReceived] = await Promise.all([
    records.readDomainDays(keys, { startDate: toDay(now, daysMax - 1), endDate }),
    records.readNewSources(keys, {
      startDate: toDay(now, NEW_SOURCE_DAYS - 1),
      endDate,
      failuresMin,
      sourcesMax: NEW_SOURCES_MAX,
    }),
    records.readLastReceived(keys),
  ]);
  return subjects.map((subject) => {
    const { domain } = subject;
    const { pass_rate, new_source, failure_volume, missing_reports } = domain.alertRules;
    const domainDays = days.get(domain.id) ?? [];
    const findings = [
      ...(pass_rate.enabled ? [findPassRate(pass_rate, domainDays, now)] : []),
      ...(new_source.enabled ? findNewSources(new_source, newSources.get(domain.id) ?? []) : []),
      ...(failure_volume.enabled ? [findFailureVolume(failure_volume, domainDays, now)] : []),
      ...(missing_reports.enabled
        ? [findMissingReports(missing_reports, { domain, lastReceived: lastReceived.get(domain.id) }, now)]
        : []),
    ];
    return { subject, findings: domain.status === "verified" ? findings : [] };
  });
}
