SELECT address AS source_ip, first_day, messages
FROM (
  SELECT any(source_ip_text) AS address, minIf(day, count > 0) AS first_day, sum(count) AS messages
  FROM ruaflow.records
  WHERE trust != 'none' AND {stored}
  GROUP BY source_ip
  HAVING messages > 0 AND first_day >= toDate(now('UTC')) - 30
)
ORDER BY messages DESC, source_ip
