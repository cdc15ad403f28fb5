SELECT source_ip_text AS source_ip, hostname, organization AS owner, messages, passed
FROM (
  SELECT source_ip AS sender, any(source_ip_text) AS source_ip_text, sum(count) AS messages, sumIf(count, dmarc_pass) AS passed
  FROM ruaflow.records
  WHERE trust != 'none' AND day >= toDate(now('UTC')) - 30 AND {stored}
  GROUP BY sender
  HAVING messages > 0
  ORDER BY messages DESC, source_ip_text
  LIMIT 20
) AS source
LEFT ANY JOIN (SELECT address, hostname, organization FROM ruaflow.source_facts FINAL) AS fact ON fact.address = source.sender
ORDER BY messages DESC, source_ip
