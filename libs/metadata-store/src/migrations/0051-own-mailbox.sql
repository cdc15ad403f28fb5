-- The addresses for aggregate reports in a DMARC record, as libs/dns reads them, without decoding them. Of several records at one name,
-- which are lines here, none counts.
CREATE OR REPLACE FUNCTION rua_addresses(record text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT lower(found[1])), '{}')
  FROM regexp_split_to_table(substring(record FROM '(?i)(?:^|;)\s*rua\s*=([^;]*)'), ',') AS uri,
    regexp_match(uri, '(?i)^\s*mailto:([^!\s?]+@[^!\s?]+)(?:![0-9]+[kmgt]?)?\s*$') AS found
  WHERE record NOT LIKE E'%\n%' AND found IS NOT NULL
$$;

-- As before, but a change of the rua is no fault by itself. A DMARC record that names other addresses is right where the organization
-- accepts one of them, or where reports that count come by another way, for the domain or for the parent whose record counts:
-- * one is about a day on which the rua named only addresses that it still names, or
-- * the newest one arrived, or the rua was changed, within 7 days before the last check. A report comes one or two days after the day
--   that it is about, a receiver may use the old record for another day, and many domains send nothing on weekends.
CREATE OR REPLACE VIEW judged_dns AS
SELECT r.domain_id, r.organization_id, r.record, r.host, r.found, r.checked_at, r.inherited_from, m.mailbox,
  CASE WHEN m.mailbox = 'own' THEN 'ok' ELSE r.state END AS state,
  CASE WHEN m.mailbox = 'own' THEN 'Reports come to a mailbox of your own.' ELSE r.detail END AS detail
FROM domain_dns r
JOIN domains d ON d.id = r.domain_id
JOIN organizations o ON o.id = d.organization_id
CROSS JOIN LATERAL (SELECT CASE
  WHEN r.record <> 'dmarc' THEN NULL
  WHEN r.state = 'ok' THEN 'service'
  WHEN r.state <> 'different' THEN NULL
  WHEN r.other_addresses && (d.report_addresses || o.report_addresses) THEN 'own'
  WHEN cardinality(r.other_addresses) > 0 AND EXISTS (
    SELECT FROM domains a
    LEFT JOIN domains w ON w.organization_id = a.organization_id AND w.name = r.inherited_from
    LEFT JOIN domain_reports n ON n.domain_id = a.id
    -- The addresses before each change and those of now, with the UTC days between which they were published.
    CROSS JOIN LATERAL (
      SELECT rua_addresses(old_value) AS addresses, lag(day) OVER (ORDER BY id) AS since, day AS until,
        CASE WHEN rua_addresses(old_value) <> rua_addresses(new_value) THEN checked_at END AS changed_at
      FROM (SELECT *, (checked_at AT TIME ZONE 'UTC')::date AS day FROM dns_history
        WHERE domain_id IN (a.id, w.id) AND record = 'dmarc' AND cardinality(differences) > 0) AS h
      UNION ALL
      SELECT r.other_addresses, max((checked_at AT TIME ZONE 'UTC')::date), 'infinity', NULL FROM dns_history
      WHERE domain_id IN (a.id, w.id) AND record = 'dmarc' AND cardinality(differences) > 0
    ) AS e
    WHERE a.organization_id = d.organization_id AND a.name IN (d.name, r.inherited_from) AND a.status = 'verified'
      AND EXISTS (
        SELECT FROM report_days t WHERE t.organization_id = a.organization_id AND t.domain_id = a.id
          AND t.reports > 0 AND (t.authentic OR o.count_unauthenticated)
          AND ((cardinality(e.addresses) > 0 AND e.addresses <@ r.other_addresses
              AND t.day >= coalesce(e.since, '-infinity') AND t.day < e.until)
            OR greatest(e.changed_at, n.last_report_at, CASE WHEN o.count_unauthenticated THEN n.unproven_last_report_at END)
              > r.checked_at - interval '7 days'))
  ) THEN 'own'
END AS mailbox) AS m;
