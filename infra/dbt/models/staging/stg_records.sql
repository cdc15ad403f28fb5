-- Records of the reports that count, without the results of DKIM and SPF, which would repeat their messages.
select
    organization_id,
    domain_id,
    day,
    report_id,
    ordinal,
    header_from,
    source_ip_text as source_ip,
    disposition,
    policy_evaluated_dkim,
    policy_evaluated_spf,
    dmarc_pass,
    messages
from {{ source('ruaflow', 'records') }}
where counted
