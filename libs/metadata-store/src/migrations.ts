import { type MigrationStatus, migrate, readMigrationStatus } from "@ruaflow/postgres";

const folder = new URL("./migrations/", import.meta.url);

type MigrateOptions = Parameters<typeof migrate>[2];

/** Brings the schema of the database at `url` up to date. Several processes may run it at once. */
export const migrateMetadata = (url: string, options?: MigrateOptions): Promise<MigrationStatus> =>
  migrate(url, folder, options);

/** Reads which migrations the database at `url` has and which it lacks, without changing anything. */
export const readMetadataMigrations = (url: string): Promise<MigrationStatus> => readMigrationStatus(url, folder);
