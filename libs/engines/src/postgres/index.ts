export { DataFolderInUseError, EmbeddedPostgresError } from "./errors.ts";
export { isProcessWith } from "./process.ts";
export { startEmbeddedPostgres } from "./start.ts";
export { findRunningOwner } from "./take-over.ts";
