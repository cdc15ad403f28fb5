import type { Migration } from "./migration.ts";

// Written before a deletion is answered, so that nothing of the domain is read while its rows are still there, or when a
// writer that had some in hand writes them afterwards. Ids are never used again: rows of this table can stay for ever.
const deletedDomainsTable = `CREATE TABLE IF NOT EXISTS deleted_domains
(
  organization_id LowCardinality(String) COMMENT 'Organization that had the domain',
  domain_id String COMMENT 'Deleted domain (dom_...): its rows in other tables must not be read',
  deleted_at DateTime('UTC') DEFAULT now() COMMENT 'When it was deleted'
)
ENGINE = ReplacingMergeTree
ORDER BY (organization_id, domain_id)
SETTINGS non_replicated_deduplication_window = 0, replicated_deduplication_window = 0,
  fsync_after_insert = {durable}, fsync_part_directory = {durable}
COMMENT 'Domains that were deleted: their rows leave the other tables within minutes'`;

/** Which domains are deleted: questions leave their rows out. */
export const deletedDomains: Migration = {
  number: 6,
  name: "deleted-domains",
  statements: [deletedDomainsTable],
};
