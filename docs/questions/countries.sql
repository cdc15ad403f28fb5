-- Title: Countries
-- Meaning: Which countries did the mail of the last 30 days come from? Empty: not known.
-- Columns: country, messages, addresses
SELECT
  country,
  sum(s.messages) AS messages,
  uniqExact(source_ip) AS addresses
FROM sources AS s
WHERE day >= toDate(now('UTC')) - 30
GROUP BY country
ORDER BY messages DESC, country
