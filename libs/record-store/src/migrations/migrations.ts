import { reportsAndRecords } from "./0001-reports-and-records.ts";
import type { Migration } from "./migration.ts";

/** Every step of the schema, in order. */
export const migrations: readonly Migration[] = [reportsAndRecords];
