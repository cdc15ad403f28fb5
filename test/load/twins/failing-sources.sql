SELECT address AS source_ip, failed, from_domains
FROM (
  SELECT any(source_ip_text) AS address, sum(count) AS failed, uniqExact(header_from) AS from_domains
  FROM ruaflow.records
  WHERE trust != 'none' AND NOT dmarc_pass AND day >= toDate(now('UTC')) - 30 AND {stored}
  GROUP BY source_ip
)
ORDER BY failed DESC, source_ip
LIMIT 20
