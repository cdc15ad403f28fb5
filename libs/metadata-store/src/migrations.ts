import { type MigrationStatus, migrate, readMigrationStatus } from "@ruaflow/postgres";

const folder = new URL("./migrations/", import.meta.url);

/** Brings the schema of the database at `url` up to date. Safe to run from many processes at once. */
export const migrateMetadata = (url: string): Promise<MigrationStatus> => migrate(url, folder);

/** Reads how far the schema of the database at `url` is, and changes nothing. */
export const readMetadataMigrations = (url: string): Promise<MigrationStatus> => readMigrationStatus(url, folder);
