import type { Migration } from "./migration.ts";

// Months for what is recent, years for a backlog, and 0 for days that cannot be, seen from when the report was received:
// at most some thirty partitions, whatever dates a sender forges. With a month for each date, one batch over 245 months took
// 18 s, and each later mutation copies every part: 66 s. `received_at` travels with the report, so all its rows meet.
const partition = `PARTITION BY multiIf(
  day < '2012-01-01' OR day > toDate(received_at) + 7, 0,
  day > toDate(received_at) - 400, toYYYYMM(day),
  toYear(day))`;

// Measured on 1.4 M records (8 a report): 14.7 bytes a record with both projections; LZ4 31.6, ZSTD(1) 16.8.
// No deduplication window on any engine: the ledger and reading back make an insert happen once.
const settings = `SETTINGS default_compression_codec = 'ZSTD(3)', non_replicated_deduplication_window = 0,
  replicated_deduplication_window = 0, fsync_after_insert = {durable}, fsync_part_directory = {durable}`;

const records = `CREATE TABLE IF NOT EXISTS records
(
  organization_id LowCardinality(String) COMMENT 'Organization that owns the row',
  domain_id LowCardinality(String) COMMENT 'Monitored domain the report is about (dom_...)',
  day Date COMMENT 'UTC day of the middle of the report period; 1970-01-01 to 2149-06-06, others are moved to the nearer end',
  report_id String COMMENT 'Report the record belongs to (rpt_...)',
  attempt UInt64 COMMENT 'Which try to write inserted the row; the greatest one of an ordinal counts',
  reporter LowCardinality(String) COMMENT 'Who sent the report: report_metadata/org_name',
  policy_domain LowCardinality(String) COMMENT 'Domain of the published policy, lower-case A-label',
  period_begin DateTime('UTC') COMMENT 'Begin of the report period' CODEC(Delta, ZSTD(3)),
  period_end DateTime('UTC') COMMENT 'End of the report period' CODEC(Delta, ZSTD(3)),
  received_at DateTime('UTC') COMMENT 'When the report was received',
  ordinal UInt32 COMMENT 'Position of the record in its report, from 0' CODEC(Delta, ZSTD(3)),
  source_ip IPv6 COMMENT 'Address the messages came from; IPv4 is mapped (::ffff:a.b.c.d)',
  source_ip_text String ALIAS if(startsWith(toString(source_ip), '::ffff:') AND position(toString(source_ip), '.') > 0, substring(toString(source_ip), 8), toString(source_ip)) COMMENT 'The source address as text, IPv4 dotted',
  count UInt64 COMMENT 'Number of messages: sum this, never count rows' CODEC(T64, ZSTD(3)),
  disposition LowCardinality(String) COMMENT 'What the receiver did: none, quarantine, reject, pass',
  dkim_alignment LowCardinality(String) COMMENT 'policy_evaluated/dkim: pass when an aligned DKIM signature passed',
  spf_alignment LowCardinality(String) COMMENT 'policy_evaluated/spf: pass when SPF passed aligned',
  dmarc_pass Bool COMMENT 'Whether the messages passed DMARC: dkim_alignment or spf_alignment is pass',
  dkim_result LowCardinality(String) COMMENT 'Raw DKIM result: pass if any signature passed, else the first, none for none',
  spf_result LowCardinality(String) COMMENT 'Raw SPF result: pass if any passed, else the first, none for none',
  header_from LowCardinality(String) COMMENT 'Domain of the From header',
  envelope_from LowCardinality(Nullable(String)) COMMENT 'Domain of the envelope sender; empty for the null sender, NULL when not given',
  envelope_to LowCardinality(Nullable(String)) COMMENT 'Domain of the envelope recipient, NULL when not given',
  reason_types Array(LowCardinality(String)) COMMENT 'Types of the policy override reasons',
  reason_comments Array(String) COMMENT 'Comments of the policy override reasons, same order',
  dkim_domains Array(LowCardinality(String)) COMMENT 'Signing domains (d=)',
  dkim_selectors Array(LowCardinality(String)) COMMENT 'Selectors (s=), same order as dkim_domains',
  dkim_results Array(LowCardinality(String)) COMMENT 'Raw DKIM results, same order as dkim_domains',
  dkim_human_results Array(String) COMMENT 'Remarks on the DKIM results, same order as dkim_domains',
  spf_domains Array(LowCardinality(String)) COMMENT 'Domains SPF was checked for',
  spf_scopes Array(LowCardinality(String)) COMMENT 'Scopes of the SPF checks (mfrom, helo), same order as spf_domains',
  spf_results Array(LowCardinality(String)) COMMENT 'Raw SPF results, same order as spf_domains',
  spf_human_results Array(String) COMMENT 'Remarks on the SPF results, same order as spf_domains',
  PROJECTION by_day
  (
    SELECT
      organization_id, domain_id, day,
      sum(count), sumIf(count, dmarc_pass), sumIf(count, dkim_alignment = 'pass'), sumIf(count, spf_alignment = 'pass')
    GROUP BY organization_id, domain_id, day
  ),
  PROJECTION by_source
  (
    SELECT
      organization_id, domain_id, day, source_ip, dmarc_pass, disposition, dkim_result, spf_result,
      sum(count), min(period_begin), max(period_end)
    GROUP BY organization_id, domain_id, day, source_ip, dmarc_pass, disposition, dkim_result, spf_result
  )
)
ENGINE = MergeTree
${partition}
ORDER BY (organization_id, domain_id, day, report_id, ordinal)
${settings}
COMMENT 'One row for each record of a DMARC aggregate report: messages with the same source and the same results'`;

const optional = "LowCardinality(Nullable(String))";

// Sorted by domain before day: over 2.5 M reports a month of one domain takes 8 ms and the newest of all 44 ms; by day
// before domain they took 34 and 134 ms.

const reports = `CREATE TABLE IF NOT EXISTS reports
(
  organization_id LowCardinality(String) COMMENT 'Organization that owns the row',
  domain_id LowCardinality(String) COMMENT 'Monitored domain the report is about (dom_...)',
  day Date COMMENT 'UTC day of the middle of the report period; 1970-01-01 to 2149-06-06, others are moved to the nearer end',
  report_id String COMMENT 'Report (rpt_...), derived from the report key',
  attempt UInt64 COMMENT 'Which try to write inserted the row; the greatest one of a report counts',
  reporter LowCardinality(String) COMMENT 'Who sent the report: report_metadata/org_name',
  email ${optional} COMMENT 'Address of the reporter, NULL when not given',
  extra_contact_info ${optional} COMMENT 'Further contact of the reporter, NULL when not given',
  reporter_report_id String COMMENT 'report_metadata/report_id as the reporter chose it; not unique',
  period_begin DateTime('UTC') COMMENT 'Begin of the period',
  period_end DateTime('UTC') COMMENT 'End of the period',
  errors Array(String) COMMENT 'report_metadata/error, in order',
  version ${optional} COMMENT 'The version element, NULL when not given',
  namespace LowCardinality(String) COMMENT 'XML namespace of the root, empty for none',
  generator ${optional} COMMENT 'report_metadata/generator (RFC 9990), NULL when not given',
  policy_domain LowCardinality(String) COMMENT 'Domain of the published policy, lower-case A-label',
  policy_p ${optional} COMMENT 'Policy for the domain; empty when the element is empty, NULL when it is absent',
  policy_sp ${optional} COMMENT 'Policy for subdomains; empty when the element is empty, NULL when it is absent',
  policy_np ${optional} COMMENT 'Policy for names that do not exist; empty when the element is empty, NULL when it is absent',
  policy_adkim ${optional} COMMENT 'DKIM alignment mode; empty when the element is empty, NULL when it is absent',
  policy_aspf ${optional} COMMENT 'SPF alignment mode; empty when the element is empty, NULL when it is absent',
  policy_pct ${optional} COMMENT 'Percentage the policy applies to, as written; NULL when absent',
  policy_fo ${optional} COMMENT 'Failure reporting options; empty when the element is empty, NULL when it is absent',
  policy_testing ${optional} COMMENT 'Test mode (RFC 9990): y or n, NULL when absent',
  policy_discovery_method ${optional} COMMENT 'How the policy was found (RFC 9990): psl or treewalk, NULL when absent',
  records UInt32 COMMENT 'Stored records of the report',
  records_skipped UInt32 COMMENT 'Records that could not be stored, see the warnings',
  messages UInt64 COMMENT 'Messages of all stored records',
  passed UInt64 COMMENT 'Messages that passed DMARC',
  failed UInt64 COMMENT 'Messages that failed DMARC',
  warning_codes Array(LowCardinality(String)) COMMENT 'Deviations met in the report, by code',
  warning_paths Array(String) COMMENT 'First element concerned, same order as warning_codes',
  warning_counts Array(UInt32) COMMENT 'How often, same order as warning_codes',
  received_at DateTime('UTC') COMMENT 'When the report was received',
  channel LowCardinality(String) COMMENT 'How it was received: mail, upload, folder, import',
  submission_id String COMMENT 'Submission it came in (sub_...)',
  content_hash String COMMENT 'SHA-256 of the normalised content, hexadecimal'
)
ENGINE = MergeTree
${partition}
ORDER BY (organization_id, domain_id, day, report_id)
${settings}
COMMENT 'One row for each DMARC aggregate report: its metadata, the policy published and its sums'`;

export const reportsAndRecords: Migration = { number: 1, name: "reports-and-records", statements: [records, reports] };
