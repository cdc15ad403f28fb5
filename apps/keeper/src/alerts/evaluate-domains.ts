import type { MetadataStore } from "@ruaflow/metadata-store";
import type { AlertDomain } from "@ruaflow/metadata-store/watch";
import type { RecordStore } from "@ruaflow/record-store";
import type { JudgeDomain } from "@ruaflow/verdicts/judge";
import { addClasses } from "./add-class.ts";
import { FAILURE_VOLUME_DAYS, findFailureVolume } from "./failure-volume.ts";
import { type Finding, toDay } from "./finding.ts";
import { findMissingReports } from "./missing-reports.ts";
import { findNewReporter, NEW_REPORTER_DAYS } from "./new-reporter.ts";
import { findNewSources, NEW_SOURCE_DAYS, NEW_SOURCES_MAX } from "./new-sources.ts";
import { findPassRate } from "./pass-rate.ts";
import { mayBeForgeries, spareForgeries } from "./spare-forgeries.ts";

/** The result of evaluating a domain's rules. */
export interface Evaluated {
  readonly subject: AlertDomain;
  /** One or more for each enabled rule. */
  readonly findings: readonly Finding[];
}

/** Where domains, their mail and the verdicts on it are read. */
export interface AlertStores {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly judgeDomain: JudgeDomain;
}

/**
 * Evaluates the rules of many domains with two queries to ClickHouse and two to PostgreSQL. Where a threshold is crossed that forged
 * mail may have crossed, one more finds what was refused, and the mail of domains that have such mail is read, one by one.
 */
export async function evaluateDomains(
  stores: AlertStores,
  subjects: readonly AlertDomain[],
  now: Date,
): Promise<Evaluated[]> {
  const facts = await readFacts(stores, subjects, now);
  const evaluated = subjects.map((subject) => {
    const isVerified = subject.domain.status === "verified";
    return { subject, findings: isVerified ? applyRules(subject, facts, now) : [] };
  });
  return withoutForgeries(stores, evaluated, { days: facts.days, now });
}

async function withoutForgeries(
  stores: AlertStores,
  evaluated: readonly Evaluated[],
  { days, now }: { readonly days: Facts["days"]; readonly now: Date },
): Promise<Evaluated[]> {
  const crossed = evaluated.filter(mayBeForgeries).map(({ subject }) => subject);
  const refused = await stores.records.readRefusedDays(toKeys(crossed), {
    startDate: toDay(now, toDaysMax(crossed) - 1),
    endDate: toDay(now),
  });
  // A source that was not judged yet would be no forger.
  for (const { organizationId, domain } of crossed) await stores.judgeDomain(organizationId, domain.id);
  const spared: Evaluated[] = [];
  for (const one of evaluated) {
    const { id } = one.subject.domain;
    const refusedDays = new Map(refused.get(id)?.map(({ day, refused: messages }) => [day, messages]));
    const raw = { ...one, days: days.get(id) ?? [], refused: refusedDays };
    const findings = await spareForgeries(stores, raw, now);
    spared.push({ ...one, findings: await addClasses(stores, { ...one, findings }, now) });
  }
  return spared;
}

function toKeys(subjects: readonly AlertDomain[]) {
  return subjects.map(({ organizationId, domain, countUnauthenticated }) => ({
    organizationId,
    domainId: domain.id,
    countUnauthenticated,
  }));
}

/** The longest time that a rule of the domains looks at. */
function toDaysMax(subjects: readonly AlertDomain[]): number {
  return Math.max(FAILURE_VOLUME_DAYS, ...subjects.map(({ domain }) => domain.alertRules.pass_rate.window_days));
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

async function readFacts({ metadata, records }: AlertStores, subjects: readonly AlertDomain[], now: Date) {
  const keys = toKeys(subjects);
  const rules = subjects.map(({ domain }) => domain.alertRules);
  const failuresMin = Math.min(...rules.map(({ new_source }) => new_source.failures_min));
  const endDate = toDay(now);
  const [days, newSources, silences, newReporters] = await Promise.all([
    records.readDomainDays(keys, { startDate: toDay(now, toDaysMax(subjects) - 1), endDate }),
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
    ...(pass_rate.enabled ? [findPassRate(pass_rate, days, { now })] : []),
    ...(new_source.enabled ? findNewSources(new_source, facts.newSources.get(id) ?? []) : []),
    ...(failure_volume.enabled ? [findFailureVolume(failure_volume, days, now)] : []),
    ...(missing_reports.enabled ? [findMissingReports(missing_reports, facts.silences.get(id))] : []),
    ...(new_reporter.enabled ? [findNewReporter(new_reporter, organizationId, facts.newReporters.get(id))] : []),
  ];
}
