export type { UncollectedReports } from "./collected-reports.ts";
export type { EnrichedSource, HostnameState } from "./enrichment.ts";
export type { KnownSource, ListedSource, SourceCounts } from "./known-sources.ts";
export {
  OVERRIDE_NOTE_CHARS_MAX,
  OVERRIDE_VALUE_CHARS_MAX,
  SENDER_OVERRIDES_MAX,
  type SenderOverride,
} from "./sender-overrides.ts";
export type { SourcesStore } from "./sources-store.ts";
export { type DomainsDue, toBasis } from "./verdict-queue.ts";
