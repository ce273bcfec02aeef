select
    ranking,
    ranking_order,
    sex,
    min_age,
    max_age,
    provisional,
    places
from {{ source('home', 'ranking_categories') }}
