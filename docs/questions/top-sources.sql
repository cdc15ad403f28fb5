-- Title: Who sends most
-- Meaning: Which 20 addresses sent most mail in the last 30 days, who do they belong to, and how much of their mail passed DMARC?
-- Columns: source_ip, hostname, owner, messages, passed
SELECT
  source_ip_text AS source_ip,
  any(s.hostname) AS hostname,
  any(s.owner) AS owner,
  sum(s.messages) AS messages,
  sum(s.passed) AS passed
FROM sources AS s
WHERE day >= toDate(now('UTC')) - 30
GROUP BY source_ip_text
ORDER BY messages DESC, source_ip
LIMIT 20
