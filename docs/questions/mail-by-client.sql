-- Title: Mail by client
-- Meaning: How much mail did each client's domains send this month, how much of it failed DMARC, and how much was it in the whole last month? Empty: domains without a reference.
-- Columns: client_reference, messages, failed, last_month
SELECT
  client_reference,
  sumIf(d.messages, day >= toStartOfMonth(now('UTC'))) AS messages,
  sumIf(d.failed, day >= toStartOfMonth(now('UTC'))) AS failed,
  sumIf(d.messages, day < toStartOfMonth(now('UTC'))) AS last_month
FROM daily AS d
WHERE day >= toStartOfMonth(now('UTC')) - INTERVAL 1 MONTH
GROUP BY client_reference
ORDER BY messages DESC, client_reference
