import type { Database } from "@ruaflow/postgres";
import { bindTo } from "@ruaflow/runtime/bind";
import { readAnswerVersions, readFactsVersion, SOURCE_FACTS, whileRowsChange } from "./answer-versions.ts";
import { finishDisplacedReports, listDisplacedReports } from "./displaced-reports.ts";
import { refreshDomainReports } from "./domain-reports.ts";
import { exportReports } from "./export-reports.ts";
import { fillStoredReports } from "./fill-stored-reports.ts";
import { foreseeClaims } from "./foresee-claims.ts";
import { groupDays } from "./group-days.ts";
import { readGroupDomains } from "./group-domains.ts";
import { finishLateRowChecks, takeLateRowChecks } from "./late-row-checks.ts";
import { claimReports } from "./ledger-claims.ts";
import { completeReports } from "./ledger-completions.ts";
import { findKnownReports, findSubmission, readLedger } from "./ledger-rows.ts";
import {
  compareLedger,
  createAttempt,
  endReadingBack,
  listUnknownReports,
  type ReportPlace,
  readLedgerInstance,
  readSetBack,
  whileUnclaimed,
} from "./ledger-state.ts";
import { readListedDays } from "./listed-days.ts";
import { findListedReports, listListedReports, saveRowsHashes } from "./listed-reports.ts";
import { listLedgerDomains } from "./living-domains.ts";
import { listMisreadReports, listMisreadSubmissions, withdrawMisreadReports } from "./misread-reports.ts";
import { readNewReporterSums } from "./new-reporters.ts";
import { fillReportDays, readReportDays, readReportSpan } from "./report-days.ts";
import { readReportFeed } from "./report-feed.ts";
import { listReports } from "./report-list.ts";
import { readReportSources } from "./report-sources.ts";
import { findLeftOut, listNewReporters } from "./reporters.ts";
import { readRowVisibility } from "./row-visibility.ts";
import { removeOldReports } from "./stored-reports.ts";

/** The ledger that counts each report once, the list of stored reports, and the sums of each day. */
export type ReportsStore = ReturnType<typeof createReportsStore>;

/** What a comparison with ClickHouse asks, and writes. */
function createReconciliation(database: Database) {
  const bind = bindTo(database);
  return {
    listLedgerDomains: bind(listLedgerDomains),
    readListedDays: bind(readListedDays),
    listListedReports: bind(listListedReports),
    findListedReports: bind(findListedReports),
    saveRowsHashes: bind(saveRowsHashes),
    readReportSources: bind(readReportSources),
  };
}

/** What says whether an answer is still the newest. */
function createAnswerVersions(database: Database) {
  const bind = bindTo(database);
  return {
    readAnswerVersions: bind(readAnswerVersions),
    readFactsVersion: bind(readFactsVersion),
    sourceFacts: SOURCE_FACTS,
    whileRowsChange: <Result>(organizationIds: readonly string[], work: () => Promise<Result>) =>
      whileRowsChange(database, organizationIds, work),
  };
}

export function createReportsStore(database: Database) {
  const bind = bindTo(database);
  return {
    createAttempt: bind(createAttempt),
    readLedgerInstance: bind(readLedgerInstance),
    compareLedger: bind(compareLedger),
    readSetBack: bind(readSetBack),
    endReadingBack: bind(endReadingBack),
    listUnknownReports: <Place extends ReportPlace>(reports: readonly Place[]) => listUnknownReports(database, reports),
    whileUnclaimed: <Place extends ReportPlace>(
      reports: readonly Place[],
      work: (unknown: readonly Place[]) => Promise<void>,
    ) => whileUnclaimed(database, reports, work),
    claimReports: bind(claimReports),
    completeReports: bind(completeReports),
    readRowVisibility: bind(readRowVisibility),
    findKnownReports: bind(findKnownReports),
    foreseeClaims: bind(foreseeClaims),
    findLeftOut: bind(findLeftOut),
    listNewReporters: bind(listNewReporters),
    readNewReporterSums: bind(readNewReporterSums),
    findSubmission: bind(findSubmission),
    readLedger: bind(readLedger),
    ...createReconciliation(database),
    ...createAnswerVersions(database),

    listDisplacedReports: bind(listDisplacedReports),
    finishDisplacedReports: bind(finishDisplacedReports),
    takeLateRowChecks: bind(takeLateRowChecks),
    finishLateRowChecks: bind(finishLateRowChecks),
    listMisreadReports: bind(listMisreadReports),
    listMisreadSubmissions: bind(listMisreadSubmissions),
    withdrawMisreadReports: bind(withdrawMisreadReports),

    listReports: bind(listReports),
    readReportFeed: bind(readReportFeed),
    exportReports: bind(exportReports),
    fillStoredReports: bind(fillStoredReports),
    removeOldReports: bind(removeOldReports),

    readReportDays: bind(readReportDays),
    readReportSpan: bind(readReportSpan),
    groupDays: bind(groupDays),
    readGroupDomains: bind(readGroupDomains),
    fillReportDays: bind(fillReportDays),
    refreshDomainReports: bind(refreshDomainReports),
  };
}
