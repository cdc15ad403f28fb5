-- Every mart has the messages of the view daily, which are those of the API. A row is a mart with another sum.
with expected as (
    select sum(messages) as messages, sum(passed) as passed from {{ source('ruaflow', 'daily') }}
),

found as (
    select 'compliance_by_day' as mart, sum(messages) as messages, sum(passed) as passed from {{ ref('compliance_by_day') }}
    union all
    select 'clients_by_day' as mart, sum(messages) as messages, sum(passed) as passed from {{ ref('clients_by_day') }}
    union all
    select 'sending_sources' as mart, sum(messages) as messages, sum(passed) as passed from {{ ref('sending_sources') }}
    union all
    select 'reporters' as mart, sum(messages) as messages, sum(passed) as passed from {{ ref('reporters') }}
)

select found.mart, found.messages, found.passed
from found
cross join expected
where found.messages != expected.messages or found.passed != expected.passed
