export { type Database, openDatabase, type Queryable } from "./database.ts";
export { tryWithLock } from "./lock.ts";
export { MigrationError, type MigrationStatus, migrate, readMigrationStatus } from "./migrate.ts";
export { isPostgresOutage } from "./outage.ts";
export { type Page, type PageRequest, toLimitAndOffset } from "./page.ts";
export { openPool } from "./pool.ts";
export { StoreUnavailableError } from "./store-error.ts";
export { toStorableText } from "./text.ts";
