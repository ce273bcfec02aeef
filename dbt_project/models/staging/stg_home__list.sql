-- The one row that says which list is computed: the cut-off, the freeze and the policies.
select
    pool,
    list,
    known_before,
    frozen_before,
    base_date,
    year(list) as civil_year,
    previous_list,
    list_unrated,
    min_ranking_size,
    minor_names,
    majority_age,
    appeal_days,
    linked_uf,
    own_rules,
    all_initials
from {{ source('home', 'list_parameters') }}
