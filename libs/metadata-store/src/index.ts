export { DataFolderInUseError, EmbeddedPostgresError } from "./embedded/errors.ts";
export { startEmbeddedPostgres } from "./embedded/start.ts";
export { findRunningOwner } from "./embedded/take-over.ts";
export { createMetadataStore, type MetadataStore } from "./metadata-store.ts";
export { migrateMetadata, readMetadataMigrations } from "./migrations.ts";
export { metadataStoreSettings, secretsSettings } from "./settings.ts";
