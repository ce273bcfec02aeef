select
    ranking,
    ranking_order,
    sex,
    min_age,
    max_age
from {{ source('home', 'ranking_categories') }}
