export type { Filter } from "./filter.ts";
export type { Failure } from "./list-failures.ts";
export type { ListSourcesOptions, Source } from "./list-sources.ts";
export type { FailingSources } from "./read-failing-sources.ts";
export type { NewSource } from "./read-new-sources.ts";
export type { StoredReport } from "./read-report.ts";
export type { ReportSums } from "./read-report-sums.ts";
export type { SourceSort } from "./source-page.ts";
export type { DayCounts } from "./watched-domains.ts";
