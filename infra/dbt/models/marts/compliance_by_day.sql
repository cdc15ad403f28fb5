-- One row for each domain and UTC day with counted reports.
{{ config(order_by='(organization_id, domain_id, day)') }}

with reports as (
    select organization_id, domain_id, day, count() as reports
    from {{ ref('stg_reports') }}
    group by organization_id, domain_id, day
),

records as (
    select
        organization_id,
        domain_id,
        day,
        sum(record.messages) as messages,
        sumIf(record.messages, record.dmarc_pass) as passed,
        sumIf(record.messages, not record.dmarc_pass) as failed,
        sumIf(record.messages, record.policy_evaluated_dkim = 'pass') as dkim_passed,
        sumIf(record.messages, record.policy_evaluated_spf = 'pass') as spf_passed,
        sumIf(record.messages, record.disposition = 'quarantine') as quarantined,
        sumIf(record.messages, record.disposition = 'reject') as rejected
    from {{ ref('stg_records') }} as record
    group by organization_id, domain_id, day
)

select
    concat(reports.domain_id, ' ', toString(reports.day)) as domain_day,
    reports.organization_id as organization_id,
    reports.domain_id as domain_id,
    reports.day as day,
    reports.reports as reports,
    records.messages as messages,
    records.passed as passed,
    records.failed as failed,
    records.dkim_passed as dkim_passed,
    records.spf_passed as spf_passed,
    records.quarantined as quarantined,
    records.rejected as rejected,
    100 * records.passed / greatest(records.messages, 1) as compliance,
    domain.name as domain_name,
    domain.client_reference as client_reference,
    domain.labels as labels
from reports
-- A report may have no record.
left join records using (organization_id, domain_id, day)
-- A domain that was just added may come a moment later.
left any join {{ ref('stg_domains') }} as domain on domain.domain_id = reports.domain_id
