export type { UncollectedReports } from "./collected-reports.ts";
export type { EnrichedSource, HostnameState } from "./enrichment.ts";
export type { KnownSource, ListedSource, SourceCounts } from "./known-sources.ts";
export type { SourcesStore } from "./sources-store.ts";
