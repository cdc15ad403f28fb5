SELECT header_from, sum(count) AS messages
FROM ruaflow.records
WHERE trust != 'none' AND dkim_result = 'pass' AND dkim_alignment != 'pass' AND {stored}
GROUP BY header_from
ORDER BY messages DESC, header_from
