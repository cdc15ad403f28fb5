SELECT domain, selector, sum(count) AS messages, sumIf(count, result = 'pass') AS passed
FROM ruaflow.records
ARRAY JOIN dkim_domains AS domain, dkim_selectors AS selector, dkim_results AS result
WHERE trust != 'none' AND {stored}
GROUP BY domain, selector
ORDER BY messages DESC, domain, selector
