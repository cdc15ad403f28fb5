import type { Migration } from "./migration.ts";

const sourceDispositions = "organization_id, source_ip, domain_id, day, trust, dmarc_pass, disposition";

/**
 * What receivers did with the mail, in the projection by address as well: totals read sources and dispositions in one pass. The projection
 * with another column needs another name.
 */
export const sourceDispositionsStep: Migration = {
  number: 20,
  name: "source-dispositions",
  statements: [
    // A projection that step 18 still fills could not be dropped.
    "KILL MUTATION WHERE database = currentDatabase() AND command LIKE '%MATERIALIZE PROJECTION source_%' SYNC",
    // In one statement: readers never find a table without either.
    `ALTER TABLE records
      DROP PROJECTION IF EXISTS source_days,
      ADD PROJECTION IF NOT EXISTS source_dispositions
      (
        SELECT ${sourceDispositions}, sum(count), min(period_begin), max(period_end)
        GROUP BY ${sourceDispositions}
      )
      SETTINGS alter_sync = 0, mutations_sync = 0`,
    // For what is stored already, in the background; until then questions read its records row by row.
    "ALTER TABLE records MATERIALIZE PROJECTION source_dispositions SETTINGS alter_sync = 0, mutations_sync = 0",
  ],
};
