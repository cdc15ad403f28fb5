import { isAlive } from "../reports/living-domains.ts";
import { mailReasons } from "./mail-reasons.ts";
import { SUMMARY_CHARS_MAX } from "./reasons.ts";
import { weakerPolicies } from "./weaker-policies.ts";

/** A change of DNS is a reason for this many days. */
const DNS_CHANGED_DAYS = 7;

/** SQL: a count for people, 12,345. */
const toText = (count: string) => `to_char(least(${count}, 999999999999999), 'FM999,999,999,999,999')`;

/** SQL: the name of a record for people. */
const recordName = `CASE record WHEN 'dmarc' THEN 'DMARC' WHEN 'mta_sts' THEN 'MTA-STS'
  ELSE 'verification' END`;

/** Alerts that are the same reason, with the values of their last evaluation. */
const alertReasons = `
  SELECT domain_id, CASE rule WHEN 'failure_volume' THEN 'failing_volume' WHEN 'missing_reports' THEN 'silence' ELSE rule END,
    coalesce(current_summary, summary), coalesce(current_value, value), coalesce(current_threshold, threshold), since
  FROM alerts WHERE organization_id = $1 AND state = 'triggered' AND rule <> 'new_source'`;

/** Alerts about several sources of a domain are one reason. */
const newSenders = `
  SELECT domain_id, 'new_senders',
    CASE WHEN count(*) = 1 THEN min(coalesce(current_summary, summary))
      ELSE format('%s new sources sent %s messages that fail DMARC in 7 days; the largest is %s with %s.', count(*),
        ${toText("sum(coalesce(current_value, value))")},
        (array_agg(source_ip ORDER BY coalesce(current_value, value) DESC, source_ip))[1],
        ${toText("max(coalesce(current_value, value))")}) END,
    sum(coalesce(current_value, value)), min(coalesce(current_threshold, threshold)), min(since)
  FROM alerts WHERE organization_id = $1 AND state = 'triggered' AND rule = 'new_source' GROUP BY domain_id`;

/**
 * Records without which reports do not come, or the claim is not proven. The token is needed only where nothing else proves
 * the claim: neither the operator's word, nor the mailbox in the DMARC record, nor a verified parent. The authorization to receive
 * reports is the operator's task, not the domain's.
 */
const brokenRecords = `
  SELECT domain_id, 'dns_broken',
    format('%s required DNS %s wrong: %s.', count(*), CASE WHEN count(*) = 1 THEN 'record is' ELSE 'records are' END,
      string_agg(format('%s %s', ${recordName}, CASE state WHEN 'missing' THEN 'is missing' ELSE 'differs' END), ', '
        ORDER BY record)),
    count(*), 1, NULL::date
  FROM judged_dns r JOIN domains d ON d.id = r.domain_id AND status = 'verified'
  WHERE r.organization_id = $1 AND state IN ('missing', 'different') AND (record = 'dmarc'
    OR (record = 'verification' AND NOT vouched AND NOT EXISTS (
      SELECT 1 FROM judged_dns m WHERE m.domain_id = r.domain_id AND m.record = 'dmarc' AND m.mailbox = 'service')
    AND NOT EXISTS (SELECT 1 FROM domains p WHERE p.organization_id = $1 AND p.status = 'verified'
      AND right(d.name, length(p.name) + 1) = '.' || p.name)))
  GROUP BY domain_id`;

const changedRecords = `
  SELECT domain_id, 'dns_changed',
    format('%s of DNS records in ${DNS_CHANGED_DAYS} days, the last on %s: %s.',
      CASE WHEN count(*) = 1 THEN '1 change' ELSE count(*) || ' changes' END,
      to_char(max(checked_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
      (array_agg(${recordName} || ' ' || array_to_string(differences, ', ') ORDER BY id DESC))[1]),
    count(*), 1, NULL::date
  FROM dns_history WHERE organization_id = $1 AND record <> 'report_authorization' AND cardinality(differences) > 0
    AND checked_at > $2::timestamptz - interval '${DNS_CHANGED_DAYS} days' AND checked_at <= $2
  GROUP BY domain_id`;

const lostVerifications = `
  SELECT id, 'verification_lost',
    format('DNS no longer proves the claim, last verified on %s: new reports are not stored.',
      to_char(verified_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')),
    1, 1, NULL::date
  FROM domains WHERE organization_id = $1 AND status = 'failed' AND verified_at IS NOT NULL`;

/** Reports are held for 30 days. Those of a verified domain are on their way. */
const heldReports = `
  SELECT d.id, 'held_reports',
    format('%s held until the domain is verified, at most 30 days; the oldest arrived on %s.',
      CASE WHEN count(*) = 1 THEN '1 report is' ELSE ${toText("count(*)")} || ' reports are' END,
      to_char(min(a.created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD')),
    count(*), 1, (min(a.created_at) AT TIME ZONE 'UTC')::date
  FROM domains d JOIN arrivals a ON a.domain_id = d.id AND a.outcome = 'held'
  WHERE d.organization_id = $1 AND d.status IN ('pending', 'failed') GROUP BY d.id`;

const all = [
  alertReasons,
  newSenders,
  brokenRecords,
  changedRecords,
  lostVerifications,
  heldReports,
  weakerPolicies,
  mailReasons,
].join("\n  UNION ALL");

/** SQL: every reason that the domains of organization `$1` have at the time `$2`, one row for each domain and reason. */
export const foundReasons = `
  SELECT domain_id, reason, left(summary, ${SUMMARY_CHARS_MAX}) AS summary, value::float8, threshold::float8, since
  FROM (${all}) AS found (domain_id, reason, summary, value, threshold, since)
  WHERE domain_id IN (SELECT id FROM domains WHERE organization_id = $1 AND ${isAlive})`;
