select
    list,
    frozen_before
from {{ source('raw', 'published_lists') }}
