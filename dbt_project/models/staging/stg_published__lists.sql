select
    list,
    frozen_before,
    published_on
from {{ source('raw', 'published_lists') }}
