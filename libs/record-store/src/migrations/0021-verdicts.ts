import type { Migration } from "./migration.ts";
import { failures, sources } from "./views/verdicts.ts";
import { toViewStatement } from "./views/view.ts";

const text = "LowCardinality(String)";

// What was judged can be judged again: it need not survive a power failure. A source without mail gets a successor that is deleted.
const verdictsTable = `CREATE TABLE IF NOT EXISTS verdicts
(
  organization_id ${text} COMMENT 'Organization that has the domain',
  domain_id ${text} COMMENT 'Domain that the mail is about (dom_...)',
  source_ip IPv6 COMMENT 'Address that sent the mail; IPv4 is mapped (::ffff:a.b.c.d)',
  service ${text} COMMENT 'Service that the source belongs to, empty when none is known',
  service_category ${text} COMMENT 'Its category, empty without a service',
  sender ${text} COMMENT 'Name of the sender: its service, else the owner of its network, else the domain of its reverse name; empty for none',
  sender_kind ${text} COMMENT 'Where the name comes from: service, owner, hostname or none',
  class ${text} COMMENT 'What the mail is: compliant, misconfigured, forwarded, unknown or spoofed',
  cause ${text} COMMENT 'Why, as a code',
  rule ${text} COMMENT 'The rule that decided, by its name in the documentation of the rules',
  rules_version ${text} COMMENT 'Version of the rules and services by which it was judged',
  details String COMMENT 'JSON: other classes, the cause and the next step in words, and what they were told from' CODEC(ZSTD(3)),
  judged_at DateTime64(3, 'UTC') COMMENT 'When it was judged; the last judgement counts',
  is_deleted UInt8 DEFAULT 0 COMMENT '1: the source has no mail about the domain any more'
)
ENGINE = ReplacingMergeTree(judged_at, is_deleted)
ORDER BY (organization_id, domain_id, source_ip)
SETTINGS non_replicated_deduplication_window = 0, replicated_deduplication_window = 0, old_parts_lifetime = 10
COMMENT 'What each source is to each domain, by all of its stored mail'`;

/** One verdict for each domain and source, which questions and views read. */
export const verdictsStep: Migration = {
  number: 21,
  name: "verdicts",
  statements: [verdictsTable, ...[sources, failures].map(toViewStatement)],
};
