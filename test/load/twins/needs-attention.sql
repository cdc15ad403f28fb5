SELECT name AS domain_name, client_reference, reason, summary, opened_at, acknowledged_at IS NOT NULL AS acknowledged
FROM ruaflow.attention AS a FINAL
INNER JOIN (SELECT domain_id, name, client_reference FROM ruaflow.domains FINAL) AS domain ON domain.domain_id = a.domain_id
WHERE closed_at IS NULL
ORDER BY weight DESC, domain_name, reason
