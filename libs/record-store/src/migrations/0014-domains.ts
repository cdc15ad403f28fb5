import type { Migration } from "./migration.ts";
import { attention, daily, domains, records, sources } from "./views/domains.ts";
import { toViewStatement } from "./views/view.ts";

const text = "LowCardinality(String)";

// Copies, which are compared with PostgreSQL again and again: they need not survive a power failure. A row that PostgreSQL no
// longer has gets a successor that is deleted.
const copied = `  version UInt64 COMMENT 'When the row changed in PostgreSQL, in microseconds since 1970; the greatest counts',
  is_deleted UInt8 DEFAULT 0 COMMENT '1: PostgreSQL no longer has the row'
)
ENGINE = ReplacingMergeTree(version, is_deleted)`;

const settings = `SETTINGS non_replicated_deduplication_window = 0, replicated_deduplication_window = 0, old_parts_lifetime = 10`;

const domainsTable = `CREATE TABLE IF NOT EXISTS domains
(
  organization_id ${text} COMMENT 'Organization that has the domain',
  domain_id String COMMENT 'Domain (dom_...)',
  name String COMMENT 'Its name, lower-case A-label',
  status ${text} COMMENT 'pending, verified or failed',
  client_reference String COMMENT 'Reference of the client, empty for none',
  labels Array(${text}) COMMENT 'Labels of the domain',
  dmarc_policy ${text} COMMENT 'Policy that was published when DNS was looked at last, empty for none',
  created_at DateTime('UTC') COMMENT 'When it was added',
  verified_at Nullable(DateTime('UTC')) COMMENT 'When it was verified last, NULL for never',
${copied}
ORDER BY (organization_id, domain_id)
${settings}
COMMENT 'Domains as PostgreSQL has them, for SQL readers'`;

const attentionTable = `CREATE TABLE IF NOT EXISTS attention
(
  organization_id ${text} COMMENT 'Organization that has the domain',
  attention_id String COMMENT 'Identifies the row',
  domain_id String COMMENT 'Domain that needs attention (dom_...)',
  reason ${text} COMMENT 'Why, by name',
  summary String COMMENT 'Why, in words',
  value Float64 COMMENT 'What was found',
  threshold Float64 COMMENT 'What it is compared with',
  weight Float64 COMMENT 'How urgent it is',
  opened_at DateTime('UTC') COMMENT 'When it began',
  closed_at Nullable(DateTime('UTC')) COMMENT 'When it ended, NULL while it lasts',
  acknowledged_at Nullable(DateTime('UTC')) COMMENT 'When it was acknowledged, NULL for not',
  note String COMMENT 'What was said then, empty for nothing',
${copied}
ORDER BY (organization_id, attention_id)
${settings}
COMMENT 'Why domains need attention, as PostgreSQL has it, for SQL readers'`;

/** Domains, and why they need attention, in SQL; the client and the labels beside the mail. */
export const domainsStep: Migration = {
  number: 14,
  name: "domains",
  statements: [domainsTable, attentionTable, ...[domains, attention, records, daily, sources].map(toViewStatement)],
};
