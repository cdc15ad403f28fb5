-- Reports that count, with the columns that marts need.
select
    organization_id,
    domain_id,
    day,
    report_id,
    reporter,
    policy_domain,
    policy_p as policy,
    messages,
    passed,
    failed,
    received_at
from {{ source('ruaflow', 'reports') }}
where counted
