export { toBodyFailure } from "./body-failure.ts";
export { createIngest, type Ingest } from "./ingest.ts";
export { OPERATOR_LIMITS } from "./limits.ts";
export { openIngest, openIngestWith } from "./open-ingest.ts";
export { ingestSettings, openIngestSettings, toIngestLimits, toMailResolvers } from "./settings.ts";
export type { EntryOutcome, EntryResult, Route, SubmissionResult } from "./submission-result.ts";
