/** A weaker policy is a reason for this many days, or until it is as strong as before. */
const POLICY_WEAKER_DAYS = 30;

const policies = "ARRAY['none', 'quarantine', 'reject']";

/** SQL: the value of a tag in the DMARC record `value`; null without it. */
const tag = (name: string, digits: string) =>
  String.raw`substring(lower(value) from '(?:^|[;\n])\s*${name}\s*=\s*(${digits})')`;

/**
 * SQL: how strong the DMARC record `value` is. Several records are none, and without a valid policy a record asks for
 * reports only (RFC 7489, 6.6.3).
 */
const strength = (value: string) => `(
  SELECT p, CASE WHEN p = 0 THEN 0 ELSE coalesce(array_position(${policies}, ${tag("sp", "[a-z]+")}), p) END AS sp,
    CASE WHEN p < 2 THEN 100 ELSE least(100, coalesce(${tag("pct", "[0-9]{1,3}")}::int, 100)) END AS pct
  FROM (SELECT value, CASE WHEN value IS NULL OR value ILIKE '%v=DMARC1%v=DMARC1%' THEN 0
    ELSE coalesce(array_position(${policies}, ${tag("p", "[a-z]+")}), 1) END AS p
    FROM (VALUES (${value})) AS of_record (value)) AS of_policy)`;

/** SQL: a strength of 0 to 3 for people. */
const policyText = (name: string, rank: string) =>
  `(ARRAY['no policy', '${name}=none', '${name}=quarantine', '${name}=reject'])[${rank} + 1]`;

/**
 * SQL: domains of organization `$1` whose DMARC record is weaker at the time `$2` than one that it replaced in the last 30
 * days: a lower policy or, with an equal one, a lower policy of subdomains or a smaller share.
 */
export const weakerPolicies = `
  SELECT * FROM (
    SELECT DISTINCT ON (current.domain_id) current.domain_id, 'policy_weaker',
      CASE WHEN was.p > now.p THEN format('The DMARC policy is weaker than before: %s until %s, now %s.',
          ${policyText("p", "was.p")}, to_char(old.checked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), ${policyText("p", "now.p")})
        WHEN was.sp > now.sp THEN format('The DMARC policy of subdomains is weaker than before: %s until %s, now %s.',
          ${policyText("sp", "was.sp")}, to_char(old.checked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), ${policyText("sp", "now.sp")})
        ELSE format('The DMARC policy covers less mail than before: pct=%s until %s, now pct=%s.',
          was.pct, to_char(old.checked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), now.pct) END,
      greatest(was.p - now.p, 1), 1, NULL::date
    FROM (
      SELECT DISTINCT ON (domain_id) domain_id, new_value FROM dns_history
      WHERE organization_id = $1 AND record = 'dmarc' AND cardinality(differences) > 0
        AND checked_at > $2::timestamptz - interval '${POLICY_WEAKER_DAYS} days' AND checked_at <= $2
      ORDER BY domain_id, id DESC
    ) AS current
    JOIN dns_history old ON old.domain_id = current.domain_id AND old.record = 'dmarc'
      AND cardinality(old.differences) > 0 AND old.checked_at > $2::timestamptz - interval '${POLICY_WEAKER_DAYS} days'
      AND old.checked_at <= $2
    CROSS JOIN LATERAL ${strength("current.new_value")} AS now
    CROSS JOIN LATERAL ${strength("old.old_value")} AS was
    WHERE was.p > now.p OR (was.p = now.p AND (was.sp > now.sp OR was.pct > now.pct))
    ORDER BY current.domain_id, was.p DESC, was.sp DESC, was.pct DESC, old.id DESC
  ) AS weaker`;
