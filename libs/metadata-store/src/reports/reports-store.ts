import type { Database } from "@ruaflow/postgres";
import { bindTo } from "@ruaflow/runtime/bind";

import { readAnswerVersions, readFactsVersion, SOURCE_FACTS } from "./answer-versions.ts";
import { refreshDomainReports } from "./days/domain-reports.ts";
import { groupDays } from "./days/group-days.ts";
import { readGroupDomains } from "./days/group-domains.ts";
import { readNewReporterSums } from "./days/new-reporters.ts";
import { fillReportDays, readReportDays, readReportSpan } from "./days/report-days.ts";
import { findLeftOut, listNewReporters } from "./identity/reporters.ts";
import { finishDisplacedReports, listDisplacedReports } from "./ledger/displaced-reports.ts";
import { foreseeClaims } from "./ledger/foresee-claims.ts";
import { finishLateRowChecks, takeLateRowChecks } from "./ledger/late-row-checks.ts";
import { claimReports } from "./ledger/ledger-claims.ts";
import { completeReports } from "./ledger/ledger-completions.ts";
import { findKnownReports, findSubmission, readLedger } from "./ledger/ledger-rows.ts";

import {
  compareLedger,
  createAttempt,
  endReadingBack,
  listUnknownReports,
  type ReportPlace,
  readLedgerInstance,
  readSetBack,
  whileUnclaimed,
} from "./ledger/ledger-state.ts";
import { listMisreadReports, listMisreadSubmissions, withdrawMisreadReports } from "./ledger/misread-reports.ts";
import { readReportSources } from "./ledger/report-sources.ts";
import { readRowVisibility } from "./ledger/row-visibility.ts";
import { exportReports } from "./list/export-reports.ts";
import { fillStoredReports } from "./list/fill-stored-reports.ts";
import { readListedDays } from "./list/listed-days.ts";
import { findListedReports, listListedReports, saveRowsHashes } from "./list/listed-reports.ts";
import { readReportFeed } from "./list/report-feed.ts";
import { listReports } from "./list/report-list.ts";
import { removeOldReports } from "./list/stored-reports.ts";
import { listLedgerDomains } from "./living-domains.ts";
import { createRowChanges } from "./row-changes.ts";

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
    whileRowsChange: createRowChanges(database),
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
