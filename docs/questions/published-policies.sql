-- Title: Published policies
-- Meaning: Which policy did each domain have in the last report about it, and when did that report end?
-- Columns: policy_domain, policy, last_seen
SELECT
  policy_domain,
  argMax(policy_p, date_range_end) AS policy,
  max(date_range_end) AS last_seen
FROM reports
WHERE counted
GROUP BY policy_domain
ORDER BY policy_domain
