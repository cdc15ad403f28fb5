import type { Migration } from "./migration.ts";

/**
 * Without `source_mail`, which repeated nearly all columns of records, and had two thirds to nine tenths as many rows. Questions read the
 * records of their domains and days by the primary key instead, which takes about as long.
 */
export const dropSourceMail: Migration = {
  number: 18,
  name: "drop-source-mail",
  statements: [
    // A projection that step 17 still fills could not be dropped.
    "KILL MUTATION WHERE database = currentDatabase() AND command LIKE '%MATERIALIZE PROJECTION source_%' SYNC",
    "ALTER TABLE records DROP PROJECTION IF EXISTS source_mail SETTINGS alter_sync = 0, mutations_sync = 0",
    // The rest of what was ended above. Parts that have the projection are not written again.
    "ALTER TABLE records MATERIALIZE PROJECTION source_days SETTINGS alter_sync = 0, mutations_sync = 0",
  ],
};
