import type { Migration } from "./migration.ts";

const trust = `trust LowCardinality(String) DEFAULT 'import'
  COMMENT 'Why the report is believed: dmarc, dkim, spf, upload, import; none: its sender is not proven, and sums leave it out'`;

const projections = `ALTER TABLE records
  DROP PROJECTION IF EXISTS by_day,
  DROP PROJECTION IF EXISTS by_source,
  ADD PROJECTION IF NOT EXISTS day_sums
  (
    SELECT
      organization_id, domain_id, day, trust,
      sum(count), sumIf(count, dmarc_pass), sumIf(count, dkim_alignment = 'pass'), sumIf(count, spf_alignment = 'pass')
    GROUP BY organization_id, domain_id, day, trust
  ),
  ADD PROJECTION IF NOT EXISTS source_sums
  (
    SELECT
      organization_id, domain_id, day, source_ip, dmarc_pass, disposition, dkim_result, spf_result, trust,
      sum(count), min(period_begin), max(period_end)
    GROUP BY organization_id, domain_id, day, source_ip, dmarc_pass, disposition, dkim_result, spf_result, trust
  )
  SETTINGS alter_sync = 0, mutations_sync = 0`;

/** How far each report can be trusted, also in the projections: sums leave out reports whose sender is not proven. */
export const trustColumns: Migration = {
  number: 7,
  name: "trust",
  statements: [
    `ALTER TABLE records ADD COLUMN IF NOT EXISTS ${trust}`,
    `ALTER TABLE reports ADD COLUMN IF NOT EXISTS ${trust},
      ADD COLUMN IF NOT EXISTS trust_reason LowCardinality(Nullable(String))
        COMMENT 'Why the sender is not proven; NULL unless trust is none'`,
    projections,
    // For what is stored already, in the background; until then questions read its records row by row.
    `ALTER TABLE records MATERIALIZE PROJECTION day_sums, MATERIALIZE PROJECTION source_sums
      SETTINGS alter_sync = 0, mutations_sync = 0`,
  ],
};
