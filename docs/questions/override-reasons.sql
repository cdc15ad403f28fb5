-- Title: Why receivers did something else
-- Meaning: Which reasons did receivers give for not applying the policy, and for how many messages?
-- Columns: reason, messages
SELECT
  reason,
  sum(r.messages) AS messages
FROM records AS r
ARRAY JOIN arrayDistinct(reason_types) AS reason
WHERE counted
GROUP BY reason
ORDER BY messages DESC, reason
