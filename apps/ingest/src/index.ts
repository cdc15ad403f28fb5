export { createIngest, type Ingest, type IngestOptions } from "./ingest.ts";
export { DOOR_LIMITS, type IngestLimits, OPERATOR_LIMITS } from "./limits.ts";
export { startReleases } from "./release-held.ts";
export { ingestSettings } from "./settings.ts";
export type { EntryOutcome, EntryResult, Route, SubmissionResult } from "./submission-result.ts";
