-- Title: New senders
-- Meaning: Which addresses sent mail in the last 30 days and never before?
-- Columns: source_ip, first_day, messages
SELECT
  source_ip_text AS source_ip,
  min(day) AS first_day,
  sum(r.messages) AS messages
FROM records AS r
WHERE counted AND r.messages > 0
GROUP BY source_ip_text
HAVING first_day >= toDate(now('UTC')) - 30
ORDER BY messages DESC, source_ip
