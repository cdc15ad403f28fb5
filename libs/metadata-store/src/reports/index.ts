export type { ClaimResult, ReportClaim } from "./ledger-claims.ts";
export type { KnownReport, RawPlace } from "./ledger-rows.ts";
export type { LedgerDomain } from "./living-domains.ts";
export type { NewReporterSums } from "./new-reporters.ts";
export type { CountedReports, DaySums, DomainDay } from "./report-days.ts";
export type { ReportFilter, ReportSummary } from "./report-filter.ts";
export type { ListReportsOptions, ReportSort } from "./report-list.ts";
export type { ReportsStore } from "./reports-store.ts";
export type { ListedFacts } from "./stored-reports.ts";
