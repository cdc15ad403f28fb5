import { hash } from "node:crypto";
import type { Engines } from "@ruaflow/embedded";
import { countReport, type GeneratedReport, toBatch, toListed } from "@ruaflow/record-store/testing";
import { toReportId } from "@ruaflow/report/identity";

export interface StoredBatch {
  readonly reports: number;
  readonly records: number;
  /** Time of the insert of records alone. */
  readonly seconds: number;
}

interface StoreContext {
  readonly engines: Engines;
  readonly organizationId: string;
  /** Ids by name; new domains are added. */
  readonly domainIds: Map<string, string>;
}

/** Stores reports with everything that the API reads: domains, ledger, records, reports. */
export async function storeBatch(reports: readonly GeneratedReport[], context: StoreContext): Promise<StoredBatch> {
  const { records, metadata } = context.engines;
  await addDomains(reports, context);
  const owned = reports.map((report) => toOwned(report, context.domainIds));
  const claims = owned.map(toClaim);
  const { attempt } = await metadata.reports.claimReports(claims);
  const startedAt = performance.now();
  await records.insertRecords(owned.map((report) => toBatch(report)));
  const seconds = (performance.now() - startedAt) / 1000;
  await records.insertReports(owned.map(({ row }) => row));
  const completions = owned.map((report) => ({
    ...toCompletion(toClaim(report)),
    counted: countReport(report),
    listed: toListed(report),
  }));
  await metadata.reports.completeReports(attempt, { completions, arrivals: [] });
  return { reports: reports.length, records: owned.reduce((sum, report) => sum + report.records.length, 0), seconds };
}

async function addDomains(
  reports: readonly GeneratedReport[],
  { engines, organizationId, domainIds }: StoreContext,
): Promise<void> {
  const names = new Set(reports.map(({ row }) => row.header.policyPublished.domain));
  const added = [...names].filter((name) => !domainIds.has(name));
  if (added.length === 0) return;
  const { verified } = await engines.metadata.domains.saveVerifiedDomains(organizationId, added);
  for (const { name, domainId } of verified) domainIds.set(name, domainId);
}

interface OwnedReport extends GeneratedReport {
  readonly reportKey: string;
}

/** With its domain, and the id of its key: the ledger finds keys by their ids. */
function toOwned(report: GeneratedReport, domainIds: ReadonlyMap<string, string>): OwnedReport {
  const domainId = domainIds.get(report.row.header.policyPublished.domain);
  if (domainId === undefined) throw new Error("two organizations have the same domain");
  const reportKey = hash("sha256", report.row.reportId);
  return { ...report, reportKey, row: { ...report.row, domainId, reportId: toReportId(reportKey) } };
}

function toClaim({ reportKey, row }: OwnedReport) {
  const { reportId, organizationId, domainId, contentHash, day, totals, submissionId } = row;
  const expected = { expectedRecords: totals.records, expectedMessages: totals.messages };
  return { reportKey, reportId, organizationId, domainId, contentHash, day, ...expected, submissionId, entry: 0 };
}

function toCompletion({ reportKey, ...claim }: ReturnType<typeof toClaim>) {
  const { submissionId, entry, organizationId, domainId, reportId } = claim;
  const outcome = "stored" as const;
  const arrival = { submissionId, entry, organizationId, domainId, reportId, outcome, reason: null, detail: null };
  return { reportKey, arrival: { ...arrival, path: null } };
}
