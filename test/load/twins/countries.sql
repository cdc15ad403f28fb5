SELECT country, sum(total) AS messages, count() AS addresses
FROM (
  SELECT source_ip, sum(count) AS total
  FROM ruaflow.records
  WHERE trust != 'none' AND day >= toDate(now('UTC')) - 30 AND {stored}
  GROUP BY source_ip
  HAVING total > 0
) AS source
LEFT ANY JOIN (SELECT address, country FROM ruaflow.source_facts FINAL) AS fact ON fact.address = source.source_ip
GROUP BY country
ORDER BY messages DESC, country
