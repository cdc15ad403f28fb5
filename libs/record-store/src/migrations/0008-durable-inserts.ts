import type { Migration } from "./migration.ts";

// Tables of servers were created without these settings: the ledger called rows stored that a power failure could take back.
const durable = "fsync_after_insert = 1, fsync_part_directory = 1";
const tables = ["records", "reports", "deleted_domains", "schema_migrations"];

/** Inserts reach the disk before they are confirmed, on servers too. */
export const durableInserts: Migration = {
  number: 8,
  name: "durable-inserts",
  statements: tables.map((table) => `ALTER TABLE ${table} MODIFY SETTING ${durable}`),
};
