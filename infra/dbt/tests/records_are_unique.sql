-- A record stands once in the view. A row is one that stands there more often.
select report_id, ordinal, count() as times
from {{ source('ruaflow', 'records') }}
group by report_id, ordinal
having times > 1
