import { createAnalystAccess } from "./analysts/analyst-access.ts";
import { createBackupAccess } from "./backup/backup-access.ts";
import type { Engine } from "./engine/engine.ts";
import { shareQuestions } from "./engine/share-questions.ts";
import { createExportAccess } from "./exports/export-access.ts";
import { assertSchema, migrate, readMigrationStatus } from "./migrations/migrate.ts";
import { createSourceCounter } from "./questions/count-sources.ts";
import type { DayRange } from "./questions/day-range.ts";
import { exportFailures, exportSources } from "./questions/export-sources.ts";
import type { Filter } from "./questions/filter.ts";
import { type ListFailuresOptions, listFailures } from "./questions/list-failures.ts";
import { type ListSourcesOptions, listSources } from "./questions/list-sources.ts";
import { listStoredDomains } from "./questions/list-stored-domains.ts";
import { readAddresses } from "./questions/read-addresses.ts";
import { readDaySums } from "./questions/read-day-sums.ts";
import { readFailingSources } from "./questions/read-failing-sources.ts";
import { type NewSourcesOptions, readNewSources } from "./questions/read-new-sources.ts";
import { type CountedLocation, createReportReader } from "./questions/read-report.ts";
import { readReportSums, readSumsOfReports } from "./questions/read-report-sums.ts";
import { createPolicyReader } from "./questions/read-reported-policies.ts";
import { readStoredDays } from "./questions/read-stored-days.ts";
import { readStoredReports } from "./questions/read-stored-reports.ts";
import { recomputeContents } from "./questions/recompute-contents.ts";
import {
  type CountedDomain,
  type DomainKey,
  listReceivingDomains,
  type Period,
  readDomainDays,
  readLastReceived,
} from "./questions/watched-domains.ts";
import { createDomainMarker, deleteDomains, deleteOldReports, type OldReports } from "./rows/delete-domain.ts";
import { deleteReports } from "./rows/delete-reports.ts";
import { deleteSurplus } from "./rows/delete-surplus.ts";
import { insertRecords } from "./rows/insert-records.ts";
import { insertReports } from "./rows/insert-reports.ts";
import { readAlignedSums } from "./rows/read-aligned-sums.ts";
import { readBack } from "./rows/read-back.ts";
import { readContents } from "./rows/read-contents.ts";
import { readGreatestAttempt } from "./rows/read-greatest-attempt.ts";
import { readOrdinals } from "./rows/read-ordinals.ts";
import type { RecordBatch, ReportLocation, ReportRow } from "./rows/report-row.ts";
import { insertRowVisibility, type RowVisibility, readRowVisibility } from "./rows/row-visibility.ts";
import { copySourceFacts, type SourceFacts } from "./rows/source-facts.ts";

/**
 * A ClickHouse server (`http://user:password@host:8123/database`), with the name of its cluster if its tables are spread over
 * one, or the folder of the embedded engine.
 */
export type RecordStoreOptions =
  | { readonly url: string; readonly cluster?: string | undefined }
  | { readonly path: string };

/**
 * The tables of reports and records. Every query takes the organization first and sees no other; queries about many
 * domains take the organization of each.
 */
export type RecordStore = Awaited<ReturnType<typeof createRecordStore>>;

/** Connects to the engine; `migrate()` creates the tables. Rejects when the engine cannot be reached or opened. */
export async function createRecordStore(options: RecordStoreOptions) {
  return fromEngine(shareQuestions(await createEngine(options)));
}

// Each engine's client is loaded only when used: the embedded one maps half a gigabyte of memory.
async function createEngine(options: RecordStoreOptions): Promise<Engine> {
  if ("url" in options) return (await import("./engine/server.ts")).createServerEngine(options.url, options.cluster);
  (await import("./engine/require-chdb.ts")).requireChdb();
  return (await import("./engine/embedded.ts")).createEmbeddedEngine(options.path);
}

/** What record-writers and repairs need to know of rows, and to remove of them. */
function createRowReaders(engine: Engine) {
  return {
    readBack: (organizationId: string, reports: readonly ReportLocation[]) => readBack(engine, organizationId, reports),
    readAlignedSums: (organizationId: string, reports: readonly ReportLocation[]) =>
      readAlignedSums(engine, organizationId, reports),
    readOrdinals: (organizationId: string, report: ReportLocation) => readOrdinals(engine, organizationId, report),
    readContents: (organizationId: string, reports: readonly ReportLocation[]) =>
      readContents(engine, organizationId, reports),
    readGreatestAttempt: () => readGreatestAttempt(engine),
    readRowVisibility: () => readRowVisibility(engine),
    insertRowVisibility: (visibility: RowVisibility) => insertRowVisibility(engine, visibility),
    deleteSurplus: (
      organizationId: string,
      surplus: { readonly reports: readonly ReportLocation[]; readonly attempt: bigint },
    ) => deleteSurplus(engine, organizationId, surplus),
    deleteReports: (organizationId: string, reports: readonly ReportLocation[], attemptMax?: bigint) =>
      deleteReports(engine, organizationId, { reports, ...(attemptMax !== undefined && { attemptMax }) }),
  };
}

/** What a comparison with the ledger asks. */
function createReconciliation(engine: Engine) {
  return {
    listStoredDomains: () => listStoredDomains(engine),
    readDaySums: (organizationId: string, range: DayRange) => readDaySums(engine, organizationId, range),
    readReportSums: (organizationId: string, range: DayRange) => readReportSums(engine, organizationId, range),
    readSumsOfReports: (organizationId: string, reports: readonly ReportLocation[]) =>
      readSumsOfReports(engine, organizationId, reports),
    recomputeContents: (organizationId: string, reports: readonly CountedLocation[]) =>
      recomputeContents(engine, organizationId, reports),
  };
}

function fromEngine(engine: Engine) {
  return {
    kind: engine.kind,
    migrate: () => migrate(engine),
    readMigrationStatus: () => readMigrationStatus(engine),
    /** @throws SchemaMismatchError when the tables are older or newer than this release, or missing */
    assertSchema: () => assertSchema(engine),
    insertRecords: (batches: Iterable<RecordBatch>) => insertRecords(engine, batches),
    insertReports: (rows: readonly ReportRow[]) => insertReports(engine, rows),
    ...createRowReaders(engine),
    analysts: createAnalystAccess(engine),
    backup: createBackupAccess(engine),
    exports: createExportAccess(engine),
    markDeleted: createDomainMarker(engine),
    deleteDomains: (domains: readonly DomainKey[]) => deleteDomains(engine, domains),
    deleteOldReports: (organizationId: string, reports: OldReports) =>
      deleteOldReports(engine, organizationId, reports),
    readReport: createReportReader(engine),
    countSources: createSourceCounter(engine),
    readReportedPolicies: createPolicyReader(engine),
    listSources: (organizationId: string, options: ListSourcesOptions) => listSources(engine, organizationId, options),
    listFailures: (organizationId: string, options: ListFailuresOptions) =>
      listFailures(engine, organizationId, options),
    exportSources: (organizationId: string, filter: Filter) => exportSources(engine, organizationId, filter),
    exportFailures: (organizationId: string, filter: Filter) => exportFailures(engine, organizationId, filter),
    readStoredDays: (domains: readonly DomainKey[], exceptReportIds: readonly string[]) =>
      readStoredDays(engine, domains, exceptReportIds),
    ...createReconciliation(engine),
    readStoredReports: (organizationId: string, domainIds: readonly string[]) =>
      readStoredReports(engine, organizationId, domainIds),
    readFailingSources: (
      organizationId: string,
      options: { readonly reports: readonly ReportLocation[]; readonly sourcesMax: number },
    ) => readFailingSources(engine, organizationId, options),
    copySourceFacts: (facts: readonly SourceFacts[]) => copySourceFacts(engine, facts),
    readAddresses: (organizationId: string, reports: readonly ReportLocation[]) =>
      readAddresses(engine, organizationId, reports),
    readDomainDays: (domains: readonly CountedDomain[], period: Period) => readDomainDays(engine, domains, period),
    readNewSources: (domains: readonly CountedDomain[], options: NewSourcesOptions) =>
      readNewSources(engine, domains, options),
    readLastReceived: (domains: readonly CountedDomain[]) => readLastReceived(engine, domains),
    listReceivingDomains: (since: Date) => listReceivingDomains(engine, since),
    /** Rejects when the engine does not respond. */
    ping: () => engine.ping(),
    /** Does not wait: call it when no query is under way. */
    close: () => engine.close(),
  };
}
