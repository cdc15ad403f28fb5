-- Title: SPF domains in use
-- Meaning: Which domains was SPF checked for, and how much mail passed? A message counts for each check.
-- Columns: domain, scope, messages, passed
SELECT
  domain,
  scope,
  sum(record_messages) AS messages,
  sumIf(record_messages, result = 'pass') AS passed
FROM spf_results
WHERE counted
GROUP BY domain, scope
ORDER BY messages DESC, domain, scope
