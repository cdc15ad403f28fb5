import type { AlertDomain } from "@ruaflow/metadata-store/watch";
import type { DayCounts } from "@ruaflow/record-store/questions";
import { type ForgeryStores, readForgeries } from "@ruaflow/verdicts";
import { FAILURE_VOLUME_DAYS, findFailureVolume, isRecentFailure } from "./failure-volume.ts";
import { type Finding, toDay } from "./finding.ts";
import { NEW_SOURCE_DAYS, toNewSourceFinding } from "./new-sources.ts";
import { findPassRate } from "./pass-rate.ts";

/** Days of passing mail that tell a domain's own senders. */
const CONTEXT_DAYS = 30;

/** What the rules found of a domain by all of its failing mail. */
export interface Raw {
  readonly subject: AlertDomain;
  readonly findings: readonly Finding[];
  readonly days: readonly DayCounts[];
  /** Failing messages of each UTC day that receivers rejected or quarantined. */
  readonly refused: ReadonlyMap<string, number>;
}

/** True for findings that forged mail may be all of. */
export function mayBeForgeries({ findings }: { readonly findings: readonly Finding[] }): boolean {
  return findings.some(({ rule, isCrossed }) => isCrossed && rules.has(rule));
}

const rules: ReadonlySet<string> = new Set(["pass_rate", "failure_volume", "new_source"]);

/**
 * Judges crossed thresholds again, without forged mail that receivers refused: it is the policy at work, which asks for no action. The
 * pass rate leaves out all forged mail, unless it counts all. Only a threshold that is crossed both ways is an alert, so this never
 * makes one. Mail is read only of domains that cross one.
 */
export async function spareForgeries(stores: ForgeryStores, raw: Raw, now: Date): Promise<readonly Finding[]> {
  const read = createForgeryReader(stores, raw, now);
  const findings: Finding[] = [];
  // One after the other: other questions need the engine, too.
  for (const finding of raw.findings)
    findings.push(finding.isCrossed ? await spare(finding, { raw, read, now }) : finding);
  return findings;
}

/** Reads the forged messages of a period by source; without `all`, those that were refused. */
type ReadForgeries = (startDate: string, endDate: string, which?: "all") => Promise<ReadonlyMap<string, number>>;

/** Each period is read once, and for refused mail only if it has any. */
function createForgeryReader(stores: ForgeryStores, { subject, refused }: Raw, now: Date): ReadForgeries {
  const { organizationId, domain, countUnauthenticated } = subject;
  const counted = countUnauthenticated ? "all" : "authentic";
  const known = new Map<string, ReadonlyMap<string, number>>();
  return async (startDate, endDate, which) => {
    const key = `${startDate} ${endDate} ${which}`;
    if (which === undefined && ![...refused.keys()].some((day) => day >= startDate && day <= endDate)) return new Map();
    const filter = { startDate, endDate, counted, domainIds: [domain.id] } as const;
    const contextStart = [startDate, toDay(now, CONTEXT_DAYS - 1)].sort()[0] ?? startDate;
    const question = { filter, contextStart, refusedOnly: which === undefined };
    const found = known.get(key) ?? (await readForgeries(stores, organizationId, question));
    known.set(key, found);
    return found;
  };
}

interface Spared {
  readonly raw: Raw;
  readonly read: ReadForgeries;
  readonly now: Date;
}

async function spare(finding: Finding, { raw, read, now }: Spared): Promise<Finding> {
  const { pass_rate, new_source, failure_volume } = raw.subject.domain.alertRules;
  const today = toDay(now);
  if (finding.rule === "pass_rate") {
    if (pass_rate.of === "all") return finding;
    const forged = sum(await read(toDay(now, pass_rate.window_days - 1), today, "all"));
    return findPassRate(pass_rate, raw.days, { now, forged });
  }
  if (finding.rule === "failure_volume")
    return findFailureVolume(failure_volume, await withoutForgeries(raw, read, now), now);
  if (finding.rule !== "new_source" || finding.sourceIp === null) return finding;
  const forged = (await read(toDay(now, NEW_SOURCE_DAYS - 1), today)).get(finding.sourceIp) ?? 0;
  return toNewSourceFinding(new_source, {
    sourceIp: finding.sourceIp,
    failed: finding.value - forged,
    firstDay: finding.since ?? today,
  });
}

/**
 * Recent days without forged and refused mail. Of the days before, all that was refused is left out: too low a usual number cannot hide
 * an alert, and reading the mail of four weeks would cost too much.
 */
async function withoutForgeries({ days, refused }: Raw, read: ReadForgeries, now: Date): Promise<DayCounts[]> {
  const first = toDay(now, FAILURE_VOLUME_DAYS - 1);
  const spared: DayCounts[] = [];
  for (const counts of days.filter(({ day }) => day >= first)) {
    const { day, messages } = counts;
    const forged = isRecentFailure(counts, now) ? sum(await read(day, day)) : (refused.get(day) ?? 0);
    spared.push({ ...counts, messages: messages - forged });
  }
  return spared;
}

function sum(forged: ReadonlyMap<string, number>): number {
  return [...forged.values()].reduce((total, messages) => total + messages, 0);
}
