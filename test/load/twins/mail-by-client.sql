SELECT client_reference, sumIf(part, recent) AS messages, sumIf(wrong, recent) AS failed, sumIf(part, NOT recent) AS last_month
FROM (
  SELECT domain_id, day >= toStartOfMonth(now('UTC')) AS recent, sum(count) AS part, sumIf(count, NOT dmarc_pass) AS wrong
  FROM ruaflow.records
  WHERE trust != 'none' AND day >= toStartOfMonth(now('UTC')) - INTERVAL 1 MONTH AND {stored}
  GROUP BY domain_id, recent
) AS found
LEFT ANY JOIN (SELECT domain_id, client_reference FROM ruaflow.domains FINAL) AS domain ON domain.domain_id = found.domain_id
GROUP BY client_reference
ORDER BY messages DESC, client_reference
