SELECT reason, sum(count) AS messages
FROM ruaflow.records
ARRAY JOIN arrayDistinct(reason_types) AS reason
WHERE trust != 'none' AND {stored}
GROUP BY reason
ORDER BY messages DESC, reason
