import type { Migration } from "./migration.ts";
import { sourcesWithFacts } from "./views/sources-with-facts.ts";
import { toViewStatement } from "./views/view.ts";

// A copy, which is compared with PostgreSQL again and again: it need not survive a power failure.
const sourceFacts = `CREATE TABLE IF NOT EXISTS source_facts
(
  address IPv6 COMMENT 'Address that sent mail; IPv4 is mapped (::ffff:a.b.c.d)',
  hostname String COMMENT 'Reverse name that leads back to the address, empty when unknown',
  asn UInt32 COMMENT 'Number of its autonomous system, 0 when unknown',
  organization LowCardinality(String) COMMENT 'Name of its autonomous system, empty when unknown',
  country LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2, empty when unknown',
  updated_at DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'When the row was written; the last one of an address counts'
)
ENGINE = ReplacingMergeTree(updated_at)
ORDER BY address
SETTINGS non_replicated_deduplication_window = 0, replicated_deduplication_window = 0, old_parts_lifetime = 10
COMMENT 'What is known of source addresses, for SQL readers'`;

/** Names, owners and countries in the view of sources. */
export const sourceFactsStep: Migration = {
  number: 10,
  name: "source-facts",
  statements: [sourceFacts, toViewStatement(sourcesWithFacts)],
};
