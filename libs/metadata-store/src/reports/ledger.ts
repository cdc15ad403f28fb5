export type { Foreseen, ForeseenReport } from "./ledger/foresee-claims.ts";
export type { ClaimedReports } from "./ledger/ledger-claims.ts";
export { type ComparedLedger, LedgerReplacedError, type ReportPlace } from "./ledger/ledger-state.ts";
export type { ReportSource } from "./ledger/report-sources.ts";
export type { RowVisibility } from "./ledger/row-visibility.ts";
export type { ListedDay, ListedRange } from "./list/listed-days.ts";
export type { ListedReport } from "./list/listed-reports.ts";
