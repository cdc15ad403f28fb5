import type { MetadataStore } from "@ruaflow/metadata-store";
import type { AlertDomain } from "@ruaflow/metadata-store/watch";
import type { RecordStore } from "@ruaflow/record-store";
import { FAILURE_VOLUME_DAYS, findFailureVolume } from "./failure-volume.ts";
import { type Finding, toDay } from "./finding.ts";
import { findMissingReports } from "./missing-reports.ts";
import { findNewReporter, NEW_REPORTER_DAYS } from "./new-reporter.ts";
import { findNewSources, NEW_SOURCE_DAYS, NEW_SOURCES_MAX } from "./new-sources.ts";
import { findPassRate } from "./pass-rate.ts";

/** The result of evaluating a domain's rules. */
export interface Evaluated {
  readonly subject: AlertDomain;
  /** One or more for each enabled rule. */
  readonly findings: readonly Finding[];
}

interface Stores {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
}

/** Evaluates the rules of many domains with two queries to ClickHouse and two to PostgreSQL. */
export async function evaluateDomains(
  stores: Stores,
  subjects: readonly AlertDomain[],
  now: Date,
): Promise<Evaluated[]> {
  const facts = await readFacts(stores, subjects, now);
  return subjects.map((subject) => {
    const isVerified = subject.domain.status === "verified";
    return { subject, findings: isVerified ? applyRules(subject, facts, now) : [] };
  });
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

async function readFacts({ metadata, records }: Stores, subjects: readonly AlertDomain[], now: Date) {
  const keys = subjects.map(({ organizationId, domain, countUnauthenticated }) => ({
    organizationId,
    domainId: domain.id,
    countUnauthenticated,
  }));
  const rules = subjects.map(({ domain }) => domain.alertRules);
  const daysMax = Math.max(FAILURE_VOLUME_DAYS, ...rules.map(({ pass_rate }) => pass_rate.window_days));
  const failuresMin = Math.min(...rules.map(({ new_source }) => new_source.failures_min));
  const endDate = toDay(now);
  const [days, newSources, silences, newReporters] = await Promise.all([
    records.readDomainDays(keys, { startDate: toDay(now, daysMax - 1), endDate }),
    records.readNewSources(keys, {
      startDate: toDay(now, NEW_SOURCE_DAYS - 1),
      endDate,
      failuresMin,
      sourcesMax: NEW_SOURCES_MAX,
    }),
    metadata.watch.readSilences(keys, endDate),
    metadata.reports.readNewReporterSums(keys, {
      knownSince: toDay(now, NEW_REPORTER_DAYS),
      startDate: toDay(now, NEW_REPORTER_DAYS - 1),
      endDate,
    }),
  ]);
  return { days, newSources, silences, newReporters };
}

function applyRules({ organizationId, domain }: AlertDomain, facts: Facts, now: Date): Finding[] {
  const { pass_rate, new_source, failure_volume, missing_reports, new_reporter } = domain.alertRules;
  const { id } = domain;
  const days = facts.days.get(id) ?? [];
  return [
    ...(pass_rate.enabled ? [findPassRate(pass_rate, days, now)] : []),
    ...(new_source.enabled ? findNewSources(new_source, facts.newSources.get(id) ?? []) : []),
    ...(failure_volume.enabled ? [findFailureVolume(failure_volume, days, now)] : []),
    ...(missing_reports.enabled ? [findMissingReports(missing_reports, facts.silences.get(id))] : []),
    ...(new_reporter.enabled ? [findNewReporter(new_reporter, organizationId, facts.newReporters.get(id))] : []),
  ];
}
