export { DataFolderInUseError, EmbeddedPostgresError, type Owner } from "./errors.ts";
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./start.ts";
export { findRunningOwner, type RunningOwner } from "./take-over.ts";
