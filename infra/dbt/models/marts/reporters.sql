-- One row for each domain and receiver who reports on it.
{{ config(order_by='(organization_id, domain_id, reporter)') }}

select
    concat(domain_id, ' ', reporter) as domain_reporter,
    organization_id,
    domain_id,
    reporter,
    count() as reports,
    sum(messages) as messages,
    sum(passed) as passed,
    min(day) as first_day,
    max(day) as last_day,
    argMax(policy, (day, received_at)) as last_policy
from {{ ref('stg_reports') }}
group by organization_id, domain_id, reporter
