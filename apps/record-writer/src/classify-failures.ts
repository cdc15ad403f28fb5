import type { FailingSources } from "@ruaflow/record-store/questions";
import type { ReportMessage } from "@ruaflow/report/message";
import { isOutage } from "@ruaflow/runtime/errors";
import { readSourceClasses, type SourceClasses, type SourceClassStores } from "@ruaflow/verdicts/risk";

/** Days of mail before the first report that tell whose a source is. */
const CONTEXT_DAYS = 30;
/** Longest period of mail that is read, up to the newest report of a batch: an import of years must not read them all. */
const PERIOD_DAYS_MAX = 120;
/** Sources of an organization and a batch that are classified: those with the most failing mail. */
const SOURCES_MAX = 200;
/** Their domains, each of which is read once. */
const DOMAINS_MAX = 50;

const DAY_MS = 86_400_000;

export interface FailingReport {
  readonly report: Pick<ReportMessage, "domainId" | "day">;
  readonly failing: FailingSources;
}

interface Batch {
  readonly reports: readonly FailingReport[];
  /** Unproven reports count for the organization. */
  readonly countsAll: boolean;
}

/**
 * Class and cause of the failing sources of an organization's reports, as they are now; sources beyond the limits are left out. Rows
 * that cannot be judged have none: the events matter more.
 * @throws {OutageError} while a store is away
 */
export async function classifyFailures(
  stores: SourceClassStores,
  organizationId: string,
  { reports, countsAll }: Batch,
): Promise<SourceClasses> {
  if (reports.length === 0) return new Map();
  const chosen = chooseSources(reports);
  const days = reports.map(({ report }) => Date.parse(report.day));
  const newest = Math.max(...days);
  const oldest = Math.max(Math.min(...days) - CONTEXT_DAYS * DAY_MS, newest - PERIOD_DAYS_MAX * DAY_MS);
  const filter = {
    startDate: toDay(oldest),
    endDate: toDay(newest),
    counted: countsAll ? "all" : "authentic",
    domainIds: chosen.domainIds,
  } as const;
  try {
    return await readSourceClasses(stores, organizationId, { filter, addresses: chosen.addresses });
  } catch (error) {
    if (isOutage(error)) throw error;
    return new Map();
  }
}

function chooseSources(reports: readonly FailingReport[]) {
  const all = reports.flatMap(({ report: { domainId }, failing }) =>
    failing.sources.map(({ sourceIp, failed }) => ({ domainId, sourceIp, failed })),
  );
  const addresses = new Set<string>();
  const domainIds = new Set<string>();
  for (const { domainId, sourceIp } of all.toSorted((a, b) => b.failed - a.failed)) {
    if (addresses.size === SOURCES_MAX && !addresses.has(sourceIp)) continue;
    if (domainIds.size === DOMAINS_MAX && !domainIds.has(domainId)) continue;
    addresses.add(sourceIp);
    domainIds.add(domainId);
  }
  return { addresses: [...addresses], domainIds: [...domainIds] };
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
