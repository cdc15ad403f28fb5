import type { MetadataStore } from "@ruaflow/metadata-store";
import type { LedgerDomain } from "@ruaflow/metadata-store/reports";
import type { RecordStore } from "@ruaflow/record-store";
import { compareReports, type Difference, type Finding } from "./compare-reports.ts";

/** Reports per comparison. */
const REPORTS_MAX = 20_000;

/** A finding with its owner. */
export interface OwnedFinding extends Finding {
  readonly organizationId: string;
  readonly domainId: string;
  /** Name of the domain. */
  readonly domain: string;
}

/** What was found, and what remains. */
export interface RepairResult {
  readonly reports: number;
  readonly found: Readonly<Record<Difference, number>>;
  /** Doubled reports whose rows are correct now. */
  readonly repaired: number;
  /** What still differs. */
  readonly left: readonly OwnedFinding[];
}

export interface RepairOptions {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  /** Compare only. */
  readonly dryRun: boolean;
  readonly onDomain: (done: number, total: number) => void;
}

/** Compares every report of the ledger with its rows, and removes duplicate rows. */
export async function repairRows(options: RepairOptions): Promise<RepairResult> {
  const { reports, findings } = await compareAll(options);
  const count = (wanted: Difference) => findings.filter(({ difference }) => difference === wanted).length;
  const found = { doubled: count("doubled"), incomplete: count("incomplete"), unknown: count("unknown") };
  const repaired = options.dryRun ? new Set<OwnedFinding>() : await repair(findings, options);
  return { reports, found, repaired: repaired.size, left: findings.filter((finding) => !repaired.has(finding)) };
}

async function compareAll(options: RepairOptions) {
  const findings: OwnedFinding[] = [];
  let reports = 0;
  const domains = await options.metadata.reports.listLedgerDomains();
  for (const [index, { name: domain, ...owner }] of domains.entries()) {
    for await (const page of comparePages(owner, options)) {
      reports += page.reports;
      findings.push(...page.findings.map((finding) => ({ ...owner, domain, ...finding })));
    }
    options.onDomain(index + 1, domains.length);
  }
  return { reports, findings };
}

async function* comparePages(owner: Omit<LedgerDomain, "name">, { metadata, records }: RepairOptions) {
  const { organizationId, domainId } = owner;
  for (let afterReportId: string | null = ""; afterReportId !== null; ) {
    const page = { domainId, afterReportId, reportsMax: REPORTS_MAX };
    const ledger = await metadata.reports.listLedgerSums(organizationId, page);
    const lastReportId: string | null = ledger.length < REPORTS_MAX ? null : (ledger.at(-1)?.reportId ?? null);
    const stored = await records.readReportSums(organizationId, { domainId, afterReportId, lastReportId });
    yield { reports: ledger.length, findings: compareReports(ledger, stored) };
    afterReportId = lastReportId;
  }
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
