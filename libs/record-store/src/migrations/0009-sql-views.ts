import type { Migration } from "./migration.ts";
import { records } from "./views/records.ts";
import { reports } from "./views/reports.ts";
import { dkimResults, spfResults } from "./views/results.ts";
import { daily, sources } from "./views/sums.ts";
import { toViewStatement, viewsDatabase } from "./views/view.ts";

// One row counts, and merges remove the others. Not synced: what a power failure takes is published again at the next start.
const visibility = `CREATE TABLE IF NOT EXISTS visibility
(
  version UInt64 COMMENT 'The row with the greatest version counts',
  attempt UInt64 COMMENT 'Rows of later attempts are hidden',
  hidden_attempts Array(UInt64) COMMENT 'Rows of these attempts are hidden: none of their reports is stored yet',
  hidden_reports Array(String) COMMENT 'Rows of these reports are hidden: they are pending or were displaced',
  counting_organizations Array(String) COMMENT 'Organizations that count reports whose sender is not proven',
  published_at DateTime('UTC') DEFAULT now() COMMENT 'When a record-writer wrote the row'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY tuple()
SETTINGS non_replicated_deduplication_window = 0, replicated_deduplication_window = 0, old_parts_lifetime = 10
COMMENT 'Which rows of the other tables belong to stored reports, as the ledger said last'`;

/**
 * The views that SQL readers are promised, in a database of their own. A later release that changes a view does so in a further
 * step, which replaces it.
 */
export const sqlViews: Migration = {
  number: 9,
  name: "sql-views",
  statements: [
    visibility,
    `CREATE DATABASE IF NOT EXISTS ${viewsDatabase}`,
    ...[records, reports, daily, sources, dkimResults, spfResults].map(toViewStatement),
  ],
};
