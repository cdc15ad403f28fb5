export { DataFolderInUseError, EmbeddedPostgresError, type Owner } from "./embedded/errors.ts";
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./embedded/start.ts";
export { findRunningOwner, type RunningOwner } from "./embedded/take-over.ts";
