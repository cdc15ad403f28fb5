export type { ClaimedReports } from "./ledger-claims.ts";
export { type ComparedLedger, LedgerReplacedError, type ReportPlace } from "./ledger-state.ts";
