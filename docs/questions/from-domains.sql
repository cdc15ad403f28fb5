-- Title: Domains in the From header
-- Meaning: Which domains did the mail of the last 30 days claim to be from, and how much of it passed DMARC, in percent?
-- Columns: header_from, messages, passed, pass_rate
SELECT
  header_from,
  sum(r.messages) AS messages,
  sumIf(r.messages, dmarc_pass) AS passed,
  if(sum(r.messages) = 0, 0, round(100 * sumIf(r.messages, dmarc_pass) / sum(r.messages), 1)) AS pass_rate
FROM records AS r
WHERE counted AND day >= toDate(now('UTC')) - 30
GROUP BY header_from
ORDER BY messages DESC, header_from
