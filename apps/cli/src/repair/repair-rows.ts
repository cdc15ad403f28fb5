import type { MetadataStore } from "@ruaflow/metadata-store";
import type { ReportPlace } from "@ruaflow/metadata-store/ledger";
import type { LedgerDomain } from "@ruaflow/metadata-store/reports";
import type { RecordStore } from "@ruaflow/record-store";
import { compareReports, type Difference, type Finding } from "./compare-reports.ts";

/** Reports per comparison. */
const REPORTS_MAX = 20_000;
/** Unknown reports whose rows are deleted while writers wait. */
const DELETED_TOGETHER = 500;

/** A finding with its owner. */
export interface OwnedFinding extends Finding {
  readonly organizationId: string;
  readonly domainId: string;
  /** Name of the domain, or its id when PostgreSQL does not have it. */
  readonly domain: string;
}

/** What was found, and what remains. */
export interface RepairResult {
  readonly reports: number;
  readonly found: Readonly<Record<Difference, number>>;
  /** Doubled reports whose rows are correct now. */
  readonly repaired: number;
  /** Reports that are not in the ledger and whose rows were deleted. */
  readonly deleted: number;
  /** What still differs. */
  readonly left: readonly OwnedFinding[];
}

export interface RepairOptions {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  /** Compare only. */
  readonly dryRun: boolean;
  /** Delete the rows of reports that are not in the ledger. */
  readonly deleteUnknown: boolean;
  readonly onDomain: (done: number, total: number) => void;
}

/**
 * Compares every report of the ledger with its rows, and removes duplicate rows. When no rows of unknown reports remain,
 * a ledger that was restored from a backup is trusted again.
 */
export async function repairRows(options: RepairOptions): Promise<RepairResult> {
  const { metadata, dryRun } = options;
  const setBack = await metadata.reports.readSetBack();
  const { reports, findings } = await compareAll(options);
  const count = (wanted: Difference) => findings.filter(({ difference }) => difference === wanted).length;
  const found = { doubled: count("doubled"), incomplete: count("incomplete"), unknown: count("unknown") };
  const repaired = dryRun ? new Set<OwnedFinding>() : await repair(findings, options);
  const deleted = dryRun || !options.deleteUnknown ? new Set<OwnedFinding>() : await deleteUnknown(findings, options);
  const left = findings.filter((finding) => !repaired.has(finding) && !deleted.has(finding));
  const isComplete = left.every(({ difference }) => difference !== "unknown");
  if (setBack !== null && !dryRun && isComplete) await metadata.reports.endReadingBack(setBack);
  return { reports, found, repaired: repaired.size, deleted: deleted.size, left };
}

async function compareAll(options: RepairOptions) {
  const findings: OwnedFinding[] = [];
  let reports = 0;
  const domains = await listDomains(options);
  for (const [index, { name: domain, ...owner }] of domains.entries()) {
    for await (const page of comparePages(owner, options)) {
      reports += page.reports;
      findings.push(...page.findings.map((finding) => ({ ...finding, domain })));
    }
    options.onDomain(index + 1, domains.length);
  }
  return { reports, findings };
}

/** The domains of the ledger, and those that only ClickHouse has: added after the backup that PostgreSQL was restored from. */
async function listDomains({ metadata, records }: RepairOptions): Promise<LedgerDomain[]> {
  // Read first: a domain is in PostgreSQL before any of its rows is in ClickHouse.
  const stored = await records.listStoredDomains();
  const known = await metadata.reports.listLedgerDomains();
  const unknown = await metadata.reports.listUnknownDomains(stored);
  return [...known, ...unknown.map((domain) => ({ ...domain, name: domain.domainId }))];
}

async function* comparePages(owner: Omit<LedgerDomain, "name">, { metadata, records }: RepairOptions) {
  const { organizationId, domainId } = owner;
  for (let afterReportId: string | null = ""; afterReportId !== null; ) {
    const page = { domainId, afterReportId, reportsMax: REPORTS_MAX };
    const ledger = await metadata.reports.listLedgerSums(organizationId, page);
    const lastReportId: string | null = ledger.length < REPORTS_MAX ? null : (ledger.at(-1)?.reportId ?? null);
    const stored = await records.readReportSums(organizationId, { domainId, afterReportId, lastReportId });
    const findings = compareReports(ledger, stored).map((finding) => ({ ...owner, ...finding }));
    yield { reports: ledger.length, findings: await withoutClaimed(findings, metadata) };
    afterReportId = lastReportId;
  }
}

/** A report that arrived between the two reads is not unknown: the ledger has it before ClickHouse has its rows. */
async function withoutClaimed<Found extends Finding & ReportPlace>(
  findings: readonly Found[],
  metadata: MetadataStore,
): Promise<Found[]> {
  const unknown = findings.filter(({ difference }) => difference === "unknown");
  if (unknown.length === 0) return [...findings];
  const stillUnknown = new Set(await metadata.reports.listUnknownReports(unknown));
  return findings.filter((finding) => finding.difference !== "unknown" || stillUnknown.has(finding));
}

/**
 * Removes duplicate rows of many domains at once, since each removal rewrites parts.
 * @returns the findings whose rows are correct afterwards
 */
async function repair(
  findings: readonly OwnedFinding[],
  { metadata, records }: RepairOptions,
): Promise<ReadonlySet<OwnedFinding>> {
  const repaired = new Set<OwnedFinding>();
  const doubled = findings.filter(({ difference }) => difference === "doubled");
  for (const [organizationId, group] of Map.groupBy(doubled, (finding) => finding.organizationId)) {
    const attempt = await metadata.reports.createAttempt();
    await records.deleteSurplus(organizationId, { reports: group, attempt });
    const after = await records.readBack(organizationId, group);
    for (const [index, { rows, ordinals, reportRows }] of after.entries()) {
      const finding = group[index];
      if (finding !== undefined && rows === ordinals && reportRows === 1) repaired.add(finding);
    }
  }
  return repaired;
}

/**
 * Deletes the rows of unknown reports, a few hundred at a time. Writers wait meanwhile, and one that brought a report first
 * keeps its rows.
 * @returns the findings whose rows are deleted
 */
async function deleteUnknown(
  findings: readonly OwnedFinding[],
  { metadata, records }: RepairOptions,
): Promise<ReadonlySet<OwnedFinding>> {
  const deleted = new Set<OwnedFinding>();
  const unknown = findings.filter(({ difference }) => difference === "unknown");
  // By domain: a deletion covers each of its reports in each of its domains, and another domain may have the same report.
  for (const group of Map.groupBy(unknown, ({ domainId }) => domainId).values()) {
    const organizationId = group[0]?.organizationId ?? "";
    for (let start = 0; start < group.length; start += DELETED_TOGETHER) {
      await metadata.reports.whileUnclaimed(group.slice(start, start + DELETED_TOGETHER), async (gone) => {
        await records.deleteReports(organizationId, gone);
        for (const finding of gone) deleted.add(finding);
      });
    }
  }
  return deleted;
}
