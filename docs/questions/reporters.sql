-- Title: Who reports
-- Meaning: Who sent reports, how many, and about how many messages?
-- Columns: org_name, reports, messages
SELECT
  org_name,
  count() AS reports,
  sum(r.messages) AS messages
FROM reports AS r
WHERE counted
GROUP BY org_name
ORDER BY reports DESC, org_name
