SELECT disposition, sum(count) AS messages
FROM ruaflow.records
WHERE trust != 'none' AND day >= toDate(now('UTC')) - 30 AND {stored}
GROUP BY disposition
ORDER BY messages DESC, disposition
