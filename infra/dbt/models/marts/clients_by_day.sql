-- One row for each client and UTC day with counted reports. A client is what domains have the same reference of; empty: without one.
{{ config(order_by='(organization_id, client_reference, day)') }}

select
    concat(organization_id, ' ', client_reference, ' ', toString(day)) as client_day,
    organization_id,
    client_reference,
    day,
    count() as domains,
    sum(sums.reports) as reports,
    sum(sums.messages) as messages,
    sum(sums.passed) as passed,
    sum(sums.failed) as failed,
    100 * passed / greatest(messages, 1) as compliance
from {{ source('ruaflow', 'daily') }} as sums
group by organization_id, client_reference, day
