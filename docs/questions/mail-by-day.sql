-- Title: Mail by day
-- Meaning: How much mail was reported for each of the last 30 days, and how much of it passed DMARC, in percent?
-- Columns: day, messages, passed, pass_rate
SELECT
  day,
  sum(d.messages) AS messages,
  sum(d.passed) AS passed,
  if(sum(d.messages) = 0, 0, round(100 * sum(d.passed) / sum(d.messages), 1)) AS pass_rate
FROM daily AS d
WHERE day >= toDate(now('UTC')) - 30
GROUP BY day
ORDER BY day
