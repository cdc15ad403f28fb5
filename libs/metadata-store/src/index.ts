export { createMetadataStore, type MetadataStore } from "./metadata-store.ts";
export { migrateMetadata, readMetadataMigrations } from "./migrations.ts";
export { metadataStoreSettings, secretsSettings } from "./settings.ts";
