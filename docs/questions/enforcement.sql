-- Title: What a stricter policy would stop
-- Meaning: How many messages of the last 30 days failed DMARC, and how many of these were delivered all the same?
-- Columns: header_from, failed, delivered
SELECT
  header_from,
  sum(messages) AS failed,
  sumIf(messages, disposition = 'none') AS delivered
FROM records
WHERE counted AND NOT dmarc_pass AND day >= toDate(now('UTC')) - 30
GROUP BY header_from
ORDER BY failed DESC, header_from
