SELECT reporter, sum(count) AS messages
FROM ruaflow.records
WHERE trust != 'none' AND dkim_alignment = 'pass' AND spf_alignment != 'pass' AND {stored}
GROUP BY reporter
ORDER BY messages DESC, reporter
