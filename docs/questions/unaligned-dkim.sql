-- Title: Signed by others only
-- Meaning: How much mail has a valid DKIM signature, but none that is aligned with its From header? Its sender should sign with your domain.
-- Columns: header_from, messages
SELECT
  header_from,
  sum(r.messages) AS messages
FROM records AS r
WHERE counted AND dkim_result = 'pass' AND policy_evaluated_dkim != 'pass'
GROUP BY header_from
ORDER BY messages DESC, header_from
