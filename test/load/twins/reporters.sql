SELECT reporter, count() AS reports, sum(messages) AS messages
FROM ruaflow.reports
WHERE trust != 'none' AND {stored}
GROUP BY reporter
ORDER BY reports DESC, reporter
