import { executeSql } from "@ruaflow/engines/testing";
import { DELETED_DOMAINS, DELETED_REPORTS, DOMAIN_OF, DOMAINS, ORGANIZATION_OF, ORGANIZATIONS } from "./population.ts";
import { REPORT_TABLES, withoutIndexes } from "./tables.ts";

/** Days that the reports are spread over, the last one being today. */
export const DAYS = 400;
const SLICE_REPORTS = 500_000;
/** Of a body as it is kept: a report of a few records in gzip has 500 to 1,000. */
const BODY_BYTES = 256;

/**
 * Fills an empty database as if this many reports of one record had come by mail over 400 days, each in a mail of its own. Ids and
 * texts are as wide as real ones. Half of the reports are of one organization, and few domains have most of them.
 */
export async function fillReports(url: string, reports: number, progress: (text: string) => void): Promise<void> {
  await executeSql(url, FILL_TENANTS);
  await withoutIndexes(url, async () => {
    for (let from = 0; from < reports; from += SLICE_REPORTS) {
      const to = Math.min(reports, from + SLICE_REPORTS);
      await executeSql(url, fillSlice(toGenerated(from, to, reports)));
      progress(`${to} of ${reports} reports`);
    }
    await executeSql(url, fillSlice(toDeletedReports(reports)));
    await executeSql(url, FILL_DAYS);
    progress("indexes");
  });
  progress("vacuum");
  for (const table of [...REPORT_TABLES, "domains"]) await executeSql(url, `VACUUM (ANALYZE) ${table}`);
}

const FILL_TENANTS = `
  INSERT INTO organizations (id, name, plan)
    SELECT 'org_' || lpad(n::text, 26, '0'), 'Organization ' || n, 'enterprise' FROM generate_series(0, ${ORGANIZATIONS}) n;
  INSERT INTO report_sequences SELECT id, 0 FROM organizations;
  INSERT INTO domains (id, organization_id, name, status, verification_token, mailbox_token, verified_at)
    SELECT 'dom_' || lpad(n::text, 26, '0'), 'org_' || lpad((${ORGANIZATION_OF})::text, 26, '0'),
      'customer-' || n || '.example.org', 'verified', md5(n::text), substr(md5('m' || n), 1, 20), now() - interval '${DAYS} days'
    FROM generate_series(0, ${DOMAINS + DELETED_DOMAINS - 1}) n;
  INSERT INTO reporters SELECT o.id, 'reporter' || n || '.example', current_date - ${DAYS}
    FROM organizations o, generate_series(0, 39) n;
  ANALYZE domains;`;

const toGenerated = (from: number, to: number, reports: number) =>
  `SELECT n, ${DOMAIN_OF} AS domain,
     now() - interval '${DAYS} days' * ((${reports} - n)::float8 / ${reports}) AS received_at
   FROM (SELECT n, random() AS place FROM generate_series(${from}, ${to - 1}) n) AS placed`;

const toDeletedReports = (reports: number) =>
  `SELECT ${reports} + n AS n, ${DOMAINS} + n % ${DELETED_DOMAINS} AS domain,
     now() - interval '${DAYS} days' * (1 - n::float8 / ${DELETED_DOMAINS * DELETED_REPORTS}) AS received_at
   FROM generate_series(0, ${DELETED_DOMAINS * DELETED_REPORTS - 1}) n`;

/** The rows of some reports in all tables. Ids of submissions grow with time, keys are in no order, as they are in real life. */
const fillSlice = (numbered: string) => `
  SELECT setseed(0.5);
  CREATE TEMP TABLE slice AS
    SELECT n, sha256(n::text::bytea) AS key, 'rpt_' || substr(md5('r' || n), 1, 26) AS report_id,
      'sub_01' || lpad(to_hex(n), 8, '0') || substr(md5(n::text), 1, 16) AS submission_id, d.organization_id, d.id AS domain_id,
      d.name, received_at, date_trunc('second', received_at) AS received, (received_at - interval '1 day')::date AS day,
      n % 40 AS reporter, 1 + n % 500 AS messages
    FROM (${numbered}) AS numbered JOIN domains d ON d.id = 'dom_' || lpad(domain::text, 26, '0') ORDER BY n;
  INSERT INTO submissions (id, organization_id, channel, name, received_at, size_bytes, sha256)
    SELECT submission_id, organization_id, 'smtp', 'reporter' || reporter || '.example!' || name || '!1767225600!1767311999.eml',
      received, 2400 + n % 900, sha256(key) FROM slice;
  INSERT INTO submission_bodies (submission_id, part, bytes, compressed)
    SELECT submission_id, 0, substring(decode(repeat(encode(key, 'hex'), ${BODY_BYTES / 32}), 'hex') FOR ${BODY_BYTES}), false FROM slice;
  INSERT INTO arrivals (submission_id, entry, organization_id, domain_id, report_id, outcome, path, created_at, domain)
    SELECT submission_id, 0, organization_id, domain_id, report_id, 'stored', 'mail.eml/report.xml.gz/report.xml', received, name FROM slice;
  INSERT INTO report_ledger (report_key, report_id, organization_id, domain_id, content_hash, day, expected_records,
      expected_messages, state, attempt, submission_id, entry, created_at, stored_at, base_key, vouched_by, newer_hashes)
    SELECT key, report_id, organization_id, domain_id, sha256(key || 'c'), day, 1, messages, 'stored', 1, submission_id, 0, received,
      received, sha256(key || 'b'), 'reporter' || reporter || '.example', ARRAY[sha256(key || 'd')] FROM slice;
  INSERT INTO stored_reports (organization_id, sequence, report_id, domain_id, day, reporter, period_begin, period_end,
      received_at, messages, passed, spf_passed, dkim_passed, trust, reporter_domain)
    SELECT organization_id, last_sequence + row_number() OVER (PARTITION BY organization_id ORDER BY n), report_id, domain_id, day,
      'Reporter ' || reporter || ' Inc.', day, day + interval '86399 seconds', received, messages, messages * 0.9, messages * 0.8,
      messages * 0.7, 'dkim', 'reporter' || reporter || '.example' FROM slice JOIN report_sequences USING (organization_id);
  UPDATE report_sequences s SET last_sequence = last_sequence + added
    FROM (SELECT organization_id, count(*) AS added FROM slice GROUP BY 1) AS a WHERE s.organization_id = a.organization_id;`;

const FILL_DAYS = `
  SET work_mem = '256MB';
  INSERT INTO report_days (organization_id, domain_id, day, reports, messages, passed, spf_passed, dkim_passed)
    SELECT organization_id, coalesce(domain_id, ''), day, count(*), sum(messages), sum(passed), sum(spf_passed), sum(dkim_passed)
    FROM stored_reports GROUP BY GROUPING SETS ((organization_id, domain_id, day), (organization_id, day));
  UPDATE ledger_state SET last_attempt = 1;`;
