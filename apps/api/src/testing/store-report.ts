import type { MetadataStore } from "@ruaflow/metadata-store";
import type { Domain } from "@ruaflow/metadata-store/domains";
import type { RecordStore } from "@ruaflow/record-store";
import { countReport, sampleReport, storeReports, toListed } from "@ruaflow/record-store/testing";
import { isDmarcPass, type ReportHeader, type ReportRecord, type Trust } from "@ruaflow/report";
import { createReportKey, toReportId } from "@ruaflow/report/identity";
import { aRecord } from "@ruaflow/report/testing";

const DAY_S = 86_400;

/** The facts of a report that a test chooses; the rest has ordinary values. */
export interface ReportFacts {
  readonly domain: Pick<Domain, "id" | "name">;
  /** UTC day of its period; default: 2026-10-01. */
  readonly day?: string;
  readonly reporter?: string;
  /** The reporter's id; unique by default. */
  readonly reporterReportId?: string;
  readonly records?: readonly ReportRecord[];
  /** Changes to its published policy. */
  readonly policy?: Partial<ReportHeader["policyPublished"]>;
  readonly receivedAt?: Date;
  /** The submission that it is in; default: one that is not kept. */
  readonly submissionId?: string;
  /** Its position there; default: 0. */
  readonly entry?: number;
  /** Default: `upload`. */
  readonly trust?: Trust;
  /** The domain that vouches for it; default: none. */
  readonly reporterDomain?: string;
  /** Called after the ledger entry (`pending`), before the rows. */
  readonly onClaimed?: () => Promise<void>;
  /** Called after the rows, before the ledger entry becomes `stored`. */
  readonly onInserted?: () => Promise<void>;
}

interface Stores {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
}

/** Stores a report as the record-writer does: ledger, rows, ledger. Returns its id. */
export async function storeReport(stores: Stores, organizationId: string, facts: ReportFacts): Promise<string> {
  const { reportKey, report } = toStoredReport(organizationId, facts);
  const { row } = report;
  const place = { submissionId: row.submissionId, entry: facts.entry ?? 0 };
  const { reporterDomain = null } = facts;
  const claim = {
    ...place,
    reportKey,
    reporterDomain,
    reportId: row.reportId,
    organizationId,
    domainId: row.domainId,
    contentHash: row.contentHash,
    day: row.day,
    expectedRecords: row.totals.records,
    expectedMessages: row.totals.messages,
  };
  const { attempt, results } = await stores.metadata.reports.claimReports([claim]);
  const [result] = results;
  if (result !== "new") throw new Error(`the ledger says ${result}`);
  await facts.onClaimed?.();
  await storeReports(stores.records, [report]);
  await facts.onInserted?.();
  const owner = { organizationId, domainId: row.domainId, reportId: row.reportId };
  const counted = countReport(report);
  const arrival = { ...place, ...owner, outcome: "stored" as const, reason: null, detail: null, path: "report.xml" };
  const completion = { reportKey, arrival, counted, listed: { ...toListed(report), reporterDomain } };
  await stores.metadata.reports.completeReports(attempt, { completions: [completion], arrivals: [] });
  return row.reportId;
}

let unique = 0;

function toStoredReport(organizationId: string, facts: ReportFacts) {
  const { domain, day = "2026-10-01", reporter = "google.com", reporterReportId = `test-${unique++}` } = facts;
  const records = facts.records ?? [aRecord()];
  const begin = Date.parse(`${day}T00:00:00Z`) / 1000;
  const dateRange = { begin, end: begin + DAY_S - 1 };
  const identity = {
    policyDomain: facts.policy?.domain ?? domain.name,
    reporter,
    reportId: reporterReportId,
    ...dateRange,
  };
  const reportKey = createReportKey({ organizationId, ...identity });
  const reportId = toReportId(reportKey);
  const { row } = sampleReport({ organizationId, reportId, day, records });
  const passed = records.filter(({ policyEvaluated }) => isDmarcPass(policyEvaluated));
  const totals = { ...row.totals, passed: passed.reduce((sum, { count }) => sum + count, 0) };
  const policyPublished = { ...row.header.policyPublished, domain: domain.name, ...facts.policy };
  const header = { ...row.header, reporter, reportId: reporterReportId, dateRange, policyPublished };
  const { receivedAt = row.receivedAt, submissionId = `sub_test${unique++}`, trust = row.trust } = facts;
  const trustReason = trust === "none" ? "unaligned" : null;
  const proof = { trust, trustReason, reporterDomain: facts.reporterDomain ?? null };
  const contentHash = "00".repeat(32);
  const changed = { receivedAt, ...proof, domainId: domain.id, header, totals, submissionId, contentHash };
  return { reportKey, report: { records, row: { ...row, ...changed } } };
}
