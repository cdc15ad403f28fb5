SELECT domain, scope, sum(count) AS messages, sumIf(count, result = 'pass') AS passed
FROM ruaflow.records
ARRAY JOIN spf_domains AS domain, spf_scopes AS scope, spf_results AS result
WHERE trust != 'none' AND {stored}
GROUP BY domain, scope
ORDER BY messages DESC, domain, scope
