SELECT reporter AS org_name, sum(count) AS messages
FROM ruaflow.records
WHERE trust != 'none' AND dkim_alignment = 'pass' AND spf_alignment != 'pass' AND {stored}
GROUP BY org_name
ORDER BY messages DESC, org_name
