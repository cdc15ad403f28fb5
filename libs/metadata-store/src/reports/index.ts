export type { NewReporterSums } from "./days/new-reporters.ts";
export type { CountedReports, DaySums, DomainDay } from "./days/report-days.ts";
export type { ClaimResult, ReportClaim } from "./ledger/ledger-claims.ts";
export type { KnownReport, RawPlace } from "./ledger/ledger-rows.ts";
export type { ReportFilter, ReportSummary } from "./list/report-filter.ts";
export type { ListReportsOptions, ReportSort } from "./list/report-list.ts";
export type { ListedFacts } from "./list/stored-reports.ts";
export type { LedgerDomain } from "./living-domains.ts";
export type { ReportsStore } from "./reports-store.ts";
