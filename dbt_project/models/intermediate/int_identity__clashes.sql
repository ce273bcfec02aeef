-- Sources that share an id and cannot speak of one person: another proven birth year or FIDE id, or a name with
-- nothing in common (Art. 19). Whoever plays under that id is held until somebody decides; nobody guesses which source is wrong.
with people as (
    select
        known.fnx_id,
        known.cbx_id,
        known.fide_id,
        case when known.registered then known.name end as register_name,
        case when known.birth_may_be_proven then known.register_birth_year end as register_birth_year,
        case when known.registered then known.fide_id end as register_fide_id,
        known.cbx_fide_id,
        cbx_people.name as cbx_name,
        known.cbx_birth_year,
        fide_people.name as fide_name,
        fide_people.birth_year as fide_birth_year
    from {{ ref('int_people__known') }} as known
    left join {{ ref('int_cbx__people') }} as cbx_people on known.cbx_id = cbx_people.cbx_id
    left join {{ ref('int_fide__people') }} as fide_people on known.fide_id = fide_people.fide_id
),

compared as (
    select
        fnx_id,
        'cbx' as id_kind,
        cbx_id as id,
        'cadastro e cartão ou lista CBX' as sources_pt,
        register_name as one_name,
        cbx_name as other_name,
        register_birth_year as one_year,
        cbx_birth_year as other_year
    from people
    union all
    select
        fnx_id,
        'fide' as id_kind,
        fide_id as id,
        'cadastro e lista FIDE' as sources_pt,
        register_name as one_name,
        fide_name as other_name,
        register_birth_year as one_year,
        fide_birth_year as other_year
    from people
    union all
    select
        fnx_id,
        'fide' as id_kind,
        fide_id as id,
        'cartão ou lista CBX e lista FIDE' as sources_pt,
        cbx_name as one_name,
        fide_name as other_name,
        cbx_birth_year as one_year,
        fide_birth_year as other_year
    from people
),

said as (
    select
        compared.fnx_id,
        compared.id_kind,
        compared.id,
        compared.sources_pt || ' com '
        || case
            when names.written is null then 'anos de nascimento diferentes'
            when compared.one_year <> compared.other_year then 'nomes sem nada em comum e anos de nascimento diferentes'
            else 'nomes sem nada em comum'
        end as text_pt
    from compared
    left join {{ ref('stg_home__names_apart') }} as names
        on compared.one_name = names.written and compared.other_name = names.known
    where compared.id is not null and (names.written is not null or compared.one_year <> compared.other_year)
    union all
    select
        fnx_id,
        'cbx' as id_kind,
        cbx_id as id,
        'cadastro com o ID FIDE ' || register_fide_id || ' e cartão ou lista CBX com o ' || cbx_fide_id as text_pt
    from people
    where cbx_id is not null and register_fide_id <> cbx_fide_id
)

select
    fnx_id,
    id_kind,
    id,
    string_agg(text_pt, '; ' order by text_pt) as clash_pt
from said
group by fnx_id, id_kind, id
