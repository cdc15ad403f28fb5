SELECT policy_domain, argMax(policy_p, period_end) AS policy, max(period_end) AS last_seen
FROM ruaflow.reports
WHERE trust != 'none' AND {stored}
GROUP BY policy_domain
ORDER BY policy_domain
