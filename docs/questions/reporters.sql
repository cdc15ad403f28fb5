-- Title: Who reports
-- Meaning: Who sent reports, how many, and about how many messages?
-- Columns: reporter, reports, messages
SELECT
  reporter,
  count() AS reports,
  sum(r.messages) AS messages
FROM reports AS r
WHERE counted
GROUP BY reporter
ORDER BY reports DESC, reporter
