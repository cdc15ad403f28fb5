SELECT reporter AS org_name, count() AS reports, sum(messages) AS messages
FROM ruaflow.reports
WHERE trust != 'none' AND {stored}
GROUP BY org_name
ORDER BY reports DESC, org_name
