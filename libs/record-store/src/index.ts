export { createClickHouseHttpDoor, type HttpDoor, type HttpDoorOptions } from "./http-door/http-door.ts";
export { openSqlDoor, type SqlDoorOptions } from "./http-door/read-only/sql-door.ts";
export { type AppliedMigration, type MigrationStatus, SchemaMismatchError } from "./migrations/migrate.ts";
export type { Filter, Page } from "./questions/filter.ts";
export type { Failure, FailureList, ListFailuresOptions } from "./questions/list-failures.ts";
export type {
  ListReportsOptions,
  ReportFilter,
  ReportList,
  ReportSort,
  ReportSummary,
} from "./questions/list-reports.ts";
export type { ListSourcesOptions, Source, SourceList } from "./questions/list-sources.ts";
export type { FailingSources } from "./questions/read-failing-sources.ts";
export type { NewSource } from "./questions/read-new-sources.ts";
export type { StoredReport } from "./questions/read-report.ts";
export type { ReportRange, ReportSums } from "./questions/read-report-sums.ts";
export type { SourceSort } from "./questions/source-page.ts";
export type { DayCounts, DomainKey, Period } from "./questions/watched-domains.ts";
export { createRecordStore, type RecordStore, type RecordStoreOptions } from "./record-store.ts";
export { encodeRecord, readOrdinal } from "./rows/encode-record.ts";
export type { AlignedSums } from "./rows/read-aligned-sums.ts";
export type { ReadBack } from "./rows/read-back.ts";
export type { RecordBatch, ReportConstants, ReportLocation, ReportRow, WarningCount } from "./rows/report-row.ts";
export { toStoredDay } from "./rows/stored-day.ts";
export { recordStoreSettings, sqlDoorSettings } from "./settings.ts";
