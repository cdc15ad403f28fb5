-- Title: Mail that passes by DKIM alone
-- Meaning: How much mail fails SPF and passes by its aligned DKIM signature, as forwarded mail does, by the receiver that reports it?
-- Columns: reporter, messages
SELECT
  reporter,
  sum(r.messages) AS messages
FROM records AS r
WHERE counted AND policy_evaluated_dkim = 'pass' AND policy_evaluated_spf != 'pass'
GROUP BY reporter
ORDER BY messages DESC, reporter
