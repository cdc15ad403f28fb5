-- Title: What receivers did
-- Meaning: What did receivers do with the mail of the last 30 days?
-- Columns: disposition, messages
SELECT
  disposition,
  sum(r.messages) AS messages
FROM records AS r
WHERE counted AND day >= toDate(now('UTC')) - 30
GROUP BY disposition
ORDER BY messages DESC, disposition
