-- Domains with their client and labels, as of now.
select
    organization_id,
    domain_id,
    name,
    status,
    client_reference,
    labels,
    dmarc_policy,
    created_at,
    verified_at
from {{ source('ruaflow', 'domains') }}
