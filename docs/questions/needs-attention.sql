-- Title: Domains that need attention
-- Meaning: Which domains need attention now, the most urgent first, and why? Acknowledged ones are here, too.
-- Columns: domain_name, client_reference, reason, summary, opened_at, acknowledged
SELECT
  domain_name,
  client_reference,
  reason,
  summary,
  opened_at,
  acknowledged_at IS NOT NULL AS acknowledged
FROM attention
WHERE closed_at IS NULL
ORDER BY weight DESC, domain_name, reason
