export { type Database, openDatabase, type Queryable } from "./database.ts";
export { tryWithLock } from "./lock.ts";
export { MigrationError, type MigrationStatus, migrate, readMigrationStatus } from "./migrate.ts";
export { openPool } from "./pool.ts";
export { isPostgresOutage, StoreUnavailableError } from "./store-error.ts";
export { toStorableText } from "./text.ts";
