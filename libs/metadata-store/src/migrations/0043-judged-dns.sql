-- Addresses, other than the service's, that an organization accepts in the rua of its domains, in lower case.
ALTER TABLE organizations ADD report_addresses text[] NOT NULL DEFAULT '{}' CHECK (cardinality(report_addresses) <= 20);
ALTER TABLE domains ADD report_addresses text[] NOT NULL DEFAULT '{}' CHECK (cardinality(report_addresses) <= 20);

-- The parent domain whose policy dmarc_policy is; null: the domain's own.
ALTER TABLE domains ADD dmarc_policy_from text CHECK (length(dmarc_policy_from) <= 253);

-- The parent domain whose DMARC record counts; null: the domain's own.
ALTER TABLE domain_dns ADD inherited_from text CHECK (length(inherited_from) <= 253);
-- The addresses of a valid DMARC record that names no mailbox of the service; null: it does, or there is no valid one.
ALTER TABLE domain_dns ADD other_addresses text[] CHECK (cardinality(other_addresses) <= 100);

-- What the last check found, judged with what is known of reports. A DMARC record that names other addresses is right where the
-- organization accepts one of them, or where reports arrive by another way: that of the domain, or that of the parent whose record
-- counts, and none was expected elsewhere since the rua changed.
CREATE VIEW judged_dns AS
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
    SELECT FROM domains a JOIN report_days t ON t.organization_id = a.organization_id AND t.domain_id = a.id
    WHERE a.organization_id = d.organization_id AND a.name IN (d.name, r.inherited_from) AND a.status = 'verified'
      AND t.reports > 0 AND (t.authentic OR o.count_unauthenticated)
      AND t.day >= coalesce((SELECT max(h.checked_at AT TIME ZONE 'UTC')::date FROM dns_history h
        WHERE h.domain_id = a.id AND h.record = 'dmarc'
          AND EXISTS (SELECT FROM unnest(h.differences) AS e (difference) WHERE e.difference ~ '^(rua|record added)')), '-infinity'::date)
  ) THEN 'own'
END AS mailbox) AS m;
