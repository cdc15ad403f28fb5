export { createMetadataStore, type MetadataStore } from "./metadata-store.ts";
export { migrateMetadata, readMetadataMigrations } from "./migrations.ts";
export { readServerStatus } from "./server-status.ts";
export { metadataStoreSettings, secretsSettings } from "./settings.ts";
