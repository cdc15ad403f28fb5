export type { Foreseen, ForeseenReport } from "./foresee-claims.ts";
export type { ClaimedReports } from "./ledger-claims.ts";
export { type ComparedLedger, LedgerReplacedError, type ReportPlace } from "./ledger-state.ts";
export type { ListedDay, ListedRange } from "./listed-days.ts";
export type { ListedReport } from "./listed-reports.ts";
export type { ReportSource } from "./report-sources.ts";
export type { RowVisibility } from "./row-visibility.ts";
