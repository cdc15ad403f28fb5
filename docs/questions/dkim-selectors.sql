-- Title: DKIM keys in use
-- Meaning: Which DKIM domains and selectors signed mail, and how much of it had a valid signature? A message counts for each of its signatures.
-- Columns: domain, selector, messages, passed
SELECT
  domain,
  selector,
  sum(record_messages) AS messages,
  sumIf(record_messages, result = 'pass') AS passed
FROM dkim_results
WHERE counted
GROUP BY domain, selector
ORDER BY messages DESC, domain, selector
