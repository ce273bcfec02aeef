select
    version_no,
    version,
    effective_from,
    effective_until,
    floor,
    untimed_last,
    k_granularity
from {{ source('home', 'methodology_versions') }}
