-- One row for each domain and address that sent mail in its name.
{{ config(order_by='(organization_id, domain_id, source_ip)') }}

select
    concat(domain_id, ' ', source_ip_text) as domain_source,
    organization_id,
    domain_id,
    source_ip_text as source_ip,
    any(hostname) as hostname,
    any(asn) as asn,
    any(owner) as owner,
    any(country) as country,
    any(service) as service,
    any(service_category) as service_category,
    sum(messages) as messages,
    sum(passed) as passed,
    sum(failed) as failed,
    min(first_seen) as first_seen,
    max(last_seen) as last_seen,
    any(domain_name) as domain_name,
    any(client_reference) as client_reference,
    any(labels) as labels
from {{ source('ruaflow', 'sources') }}
group by organization_id, domain_id, source_ip_text
