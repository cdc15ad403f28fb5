-- Title: Who fails most
-- Meaning: Which 20 addresses sent most mail that failed DMARC in the last 30 days, and from how many domains?
-- Columns: source_ip, failed, from_domains
SELECT
  source_ip_text AS source_ip,
  sum(messages) AS failed,
  uniqExact(header_from) AS from_domains
FROM records
WHERE counted AND NOT dmarc_pass AND day >= toDate(now('UTC')) - 30
GROUP BY source_ip_text
ORDER BY failed DESC, source_ip
LIMIT 20
