import { bindTo } from "@ruaflow/runtime/bind";
import { createAnalystAccess } from "./analysts/analyst-access.ts";
import { createBackupAccess } from "./backup/backup-access.ts";
import type { Engine, WritingEngine } from "./engine/engine.ts";
import { nameLimits } from "./engine/question-limits.ts";
import { shareQuestions } from "./engine/share-questions.ts";
import { translateErrors } from "./engine/translate-errors.ts";
import { toStatementError, toWriterError } from "./engine/write-error.ts";
import { createExportAccess } from "./exports/export-access.ts";
import { assertSchema, migrate, readMigrationStatus } from "./migrations/migrate.ts";
import { countSources } from "./questions/count-sources.ts";
import { exportFailures, exportSources } from "./questions/export-sources.ts";
import { findReports } from "./questions/find-reports.ts";
import { countDomainGroups } from "./questions/groups/count-domain-groups.ts";
import { countGroupReports, countGroups } from "./questions/groups/read-group-counts.ts";
import { readGroupSums } from "./questions/groups/read-group-sums.ts";
import { listFailures } from "./questions/list-failures.ts";
import { listSources } from "./questions/list-sources.ts";
import { readClassSums } from "./questions/mail/read-class-sums.ts";
import { readDomainContext } from "./questions/mail/read-domain-context.ts";
import { readSourceDays } from "./questions/mail/read-source-days.ts";
import { readMailOfAddresses, streamSourceMail } from "./questions/mail/read-source-mail.ts";
import { streamJudgedMail } from "./questions/mail/stream-judged-mail.ts";
import { readAddressDays } from "./questions/read-address-days.ts";
import { readAddresses } from "./questions/read-addresses.ts";
import { readDaySums } from "./questions/read-day-sums.ts";
import { readFailingSources } from "./questions/read-failing-sources.ts";
import { readMatchingDays } from "./questions/read-matching-days.ts";
import { readNewSources } from "./questions/read-new-sources.ts";
import { readPolicies } from "./questions/read-policies.ts";
import { readRefusedDays } from "./questions/read-refused-days.ts";
import { readReport } from "./questions/read-report.ts";
import { readReportSums, readSumsOfReports } from "./questions/read-report-sums.ts";
import { readReportedPolicies } from "./questions/read-reported-policies.ts";
import { readStoredDays } from "./questions/read-stored-days.ts";
import { readStoredReports } from "./questions/read-stored-reports.ts";
import { readTotals } from "./questions/read-totals.ts";
import { recomputeContents } from "./questions/recompute-contents.ts";
import { exportRecords } from "./questions/records/export-records.ts";
import { listRecords } from "./questions/records/list-records.ts";
import { readCompleteness } from "./questions/reporters/read-completeness.ts";
import { readPolicySpans } from "./questions/reporters/read-policy-spans.ts";
import { readReporters } from "./questions/reporters/read-reporters.ts";
import { listReceivingDomains, listStoredDomains, readDomainDays } from "./questions/watched-domains.ts";
import { createDomainCopies } from "./rows/domain-copies.ts";
import { insertRecords } from "./rows/insert-records.ts";
import { insertReports } from "./rows/insert-reports.ts";
import { readAlignedSums } from "./rows/read-aligned-sums.ts";
import { readBack } from "./rows/read-back.ts";
import { readContents } from "./rows/read-contents.ts";
import { readGreatestAttempt } from "./rows/read-greatest-attempt.ts";
import { readOrdinals } from "./rows/read-ordinals.ts";
import { createRowChanges, onlyInto } from "./rows/row-changes.ts";
import { insertRowVisibility, readRowVisibility } from "./rows/row-visibility.ts";
import { listUncopiedFacts } from "./rows/source-facts.ts";
import { listDomainsOfSources, listGoneSources, readVerdicts } from "./rows/verdicts/read-verdicts.ts";

/**
 * A ClickHouse server (`http://user:password@host:8123/database`), with the name of its cluster if its tables are spread over
 * one, or the folder of the embedded engine. This process opens the folder, unless another one serves it at a URL.
 */
export type RecordStoreOptions =
  | { readonly url: string; readonly cluster?: string | undefined }
  | { readonly path: string; readonly servedAt?: string };

/**
 * The tables of reports and records. Every query takes the organization first and sees no other; queries about many
 * domains take the organization of each.
 */
export type RecordStore = Awaited<ReturnType<typeof createRecordStore>>;

/** Connects to the engine; `migrate()` creates the tables. Rejects when the engine cannot be reached or opened. */
export async function createRecordStore(options: RecordStoreOptions) {
  return fromEngine(shareQuestions(nameLimits(translateErrors(await createEngine(options), toStatementError))));
}

// Each engine's client is loaded only when used: the embedded one maps half a gigabyte of memory.
async function createEngine(options: RecordStoreOptions): Promise<WritingEngine> {
  if ("url" in options) return (await import("./engine/server.ts")).createServerEngine(options.url, options.cluster);
  const { path, servedAt } = options;
  if (servedAt !== undefined)
    return (await import("./engine/embedded-client.ts")).connectToEmbeddedEngine(path, servedAt);
  (await import("./engine/require-chdb.ts")).requireChdb();
  return (await import("./engine/embedded.ts")).createEmbeddedEngine(path);
}

type Bind = ReturnType<typeof bindTo<Engine>>;

/** What record-writers and repairs need to know of rows. A limit that they meet is an outage: reports wait. */
function createRowReaders(engine: WritingEngine) {
  const bind = bindTo<Engine>(translateErrors(engine, toWriterError));
  return {
    readBack: bind(readBack),
    readAlignedSums: bind(readAlignedSums),
    readOrdinals: bind(readOrdinals),
    readContents: bind(readContents),
    readGreatestAttempt: bind(readGreatestAttempt),
    readRowVisibility: bind(readRowVisibility),
  };
}

/** Further rows, by which no cached answer changes before their T2. */
function createInserts(engine: WritingEngine) {
  const bind = bindTo(onlyInto(engine, ["records", "reports"]));
  return {
    insertRecords: bind(insertRecords),
    insertReports: bind(insertReports),
  };
}

/** What SQL readers see beside the rows. */
function createSqlCopies(engine: WritingEngine) {
  const bind = bindTo(onlyInto(translateErrors(engine, toWriterError), ["visibility"]));
  return {
    insertRowVisibility: bind(insertRowVisibility),
    copies: createDomainCopies(onlyInto(engine, ["domains", "attention"])),
  };
}

/** Sums by group, page by page. */
function createGroups(bind: Bind) {
  return {
    readGroupSums: bind(readGroupSums),
    countGroups: bind(countGroups),
    countGroupReports: bind(countGroupReports),
    countDomainGroups: bind(countDomainGroups),
  };
}

/** What tells whose mail it is and why it fails. */
function createMailReaders(bind: Bind) {
  return {
    readSourceMail: bind(readMailOfAddresses),
    streamSourceMail: bind(streamSourceMail),
    streamJudgedMail: bind(streamJudgedMail),
    readDomainContext: bind(readDomainContext),
    readClassSums: bind(readClassSums),
    readSourceDays: bind(readSourceDays),
    readVerdicts: bind(readVerdicts),
    listGoneSources: bind(listGoneSources),
    listDomainsOfSources: bind(listDomainsOfSources),
  };
}

/** Who reports, what they saw, and what has come in. */
function createReporterReaders(bind: Bind) {
  return {
    readReporters: bind(readReporters),
    readPolicySpans: bind(readPolicySpans),
    readCompleteness: bind(readCompleteness),
  };
}

/** What a comparison with the ledger asks. */
function createReconciliation(bind: Bind) {
  return {
    listStoredDomains: bind(listStoredDomains),
    readDaySums: bind(readDaySums),
    readReportSums: bind(readReportSums),
    readSumsOfReports: bind(readSumsOfReports),
    recomputeContents: bind(recomputeContents),
  };
}

function fromEngine(engine: WritingEngine) {
  const bind = bindTo<Engine>(engine);
  return {
    kind: engine.kind,
    migrate: () => migrate(engine),
    readMigrationStatus: () => readMigrationStatus(engine),
    /** @throws SchemaMismatchError when the tables are older or newer than this release, or missing */
    assertSchema: bind(assertSchema),
    ...createInserts(engine),
    ...createRowReaders(engine),
    ...createRowChanges(engine),
    ...createSqlCopies(engine),
    analysts: createAnalystAccess(engine),
    backup: createBackupAccess(engine),
    exports: createExportAccess(engine),
    readReport: bind(readReport),
    countSources: bind(countSources),
    readTotals: bind(readTotals),
    readReportedPolicies: bind(readReportedPolicies),
    ...createReporterReaders(bind),
    listSources: bind(listSources),
    listFailures: bind(listFailures),
    listRecords: bind(listRecords),
    findReports: bind(findReports),
    readMatchingDays: bind(readMatchingDays),
    readPolicies: bind(readPolicies),
    exportSources: bind(exportSources),
    exportFailures: bind(exportFailures),
    exportRecords: bind(exportRecords),
    ...createGroups(bind),
    ...createMailReaders(bind),
    readStoredDays: bind(readStoredDays),
    ...createReconciliation(bind),
    readStoredReports: bind(readStoredReports),
    readFailingSources: bind(readFailingSources),
    listUncopiedFacts: bind(listUncopiedFacts),
    readAddresses: bind(readAddresses),
    readDomainDays: bind(readDomainDays),
    readRefusedDays: bind(readRefusedDays),
    readAddressDays: bind(readAddressDays),
    readNewSources: bind(readNewSources),
    listReceivingDomains: bind(listReceivingDomains),
    /** Rejects when the engine does not respond. */
    ping: () => engine.ping(),
    /** Does not wait: call it when no query is under way. */
    close: () => engine.close(),
  };
}
