SELECT day, sum(count) AS messages, sumIf(count, dmarc_pass) AS passed,
  if(messages = 0, 0, round(100 * passed / messages, 1)) AS pass_rate
FROM ruaflow.records
WHERE trust != 'none' AND day >= toDate(now('UTC')) - 30 AND {stored}
GROUP BY day
ORDER BY day
