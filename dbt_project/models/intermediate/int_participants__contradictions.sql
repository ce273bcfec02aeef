-- Why the ids of a start number cannot all be right (Art. 19): reported with what clashes, never resolved by guessing.
-- A decision or correction about the start number settles it (`int_participants__resolved`).
with identified as (
    select * from {{ ref('int_participants__identified') }}
),

aliases as (
    select * from {{ ref('int_identity__aliases') }}
),

claims as (
    select event_id, number, name, birth_year, 'cbx' as id_kind, cbx_id as id, unnest(cbx_people) as candidate
    from identified
    union all
    select event_id, number, name, birth_year, 'fide' as id_kind, fide_id as id, unnest(fide_people) as candidate
    from identified
    union all
    select event_id, number, name, birth_year, 'fnx' as id_kind, fnx_id as id, unnest(fnx_people) as candidate
    from identified
),

owners as (
    select
        claims.*,
        aliases.fnx_id as person,
        'ID ' || upper(claims.id_kind) || ' '
        || coalesce(claims.id, '') as id_pt
    from claims
    inner join aliases on claims.candidate = aliases.alias
),

-- The ids of one start number name different people.
different_people as (
    select
        event_id,
        number,
        'different_people' as kind,
        'os IDs do arquivo são de pessoas diferentes: '
        || string_agg(distinct id_pt || ' é de ' || person, ', ' order by id_pt || ' é de ' || person) as detail_pt
    from owners
    group by event_id, number
    having count(distinct person) > 1
),

-- An id that the register, cards or lists already contradict by themselves.
contradicted_ids as (
    select
        event_id,
        number,
        'contradicted_id' as kind,
        'o ID ' || case when cbx_contradicted then 'CBX ' || cbx_id else 'FIDE ' || fide_id end
        || ' é de uma pessoa que já tem outro, ou dois cartões o reclamam' as detail_pt
    from identified
    where cbx_contradicted or fide_contradicted
),

-- A CBX id whose owner has another FIDE id than the file says is one CBX id with two FIDE ids.
fide_ids_of_people as (
    select aliases.fnx_id, list(distinct ids.id) as fide_ids
    from {{ ref('int_identity__ids') }} as ids
    inner join aliases on ids.fnx_id = aliases.alias
    where ids.id_kind = 'fide'
    group by aliases.fnx_id
),

second_fide_ids as (
    select distinct
        owners.event_id,
        owners.number,
        'second_fide_id' as kind,
        'o ID FIDE ' || identified.fide_id || ' do arquivo não é o de ' || owners.person || ', a quem pertence o ' || owners.id_pt as detail_pt
    from owners
    inner join identified on owners.event_id = identified.event_id and owners.number = identified.number
    inner join fide_ids_of_people on owners.person = fide_ids_of_people.fnx_id
    where
        owners.id_kind = 'cbx'
        and identified.fide_id is not null
        and not list_contains(fide_ids_of_people.fide_ids, identified.fide_id)
),

-- The number of somebody else typed in: nothing of the name is that player's, or the birth year is far from theirs (a
-- file may be one year off by a slip, and organisers fill unknown years with one before anybody living was born).
somebody_else as (
    select
        owners.event_id,
        owners.number,
        'somebody_else' as kind,
        'o ' || owners.id_pt || ' é de ' || owners.candidate || ', com '
        || case
            when names.written is null then 'outro ano de nascimento'
            else 'um nome que nada tem do que está no arquivo'
        end as detail_pt
    from owners
    inner join {{ ref('int_people__known') }} as known on owners.candidate = known.fnx_id
    left join {{ ref('stg_home__names_apart') }} as names
        on owners.name = names.written and known.name = names.known
    where
        names.written is not null
        or (
            known.birth_may_be_proven
            and owners.birth_year > 1910
            and abs(owners.birth_year - known.birth_year) > 1
        )
),

-- The id is in order in the file, but its own sources contradict each other.
clashing_sources as (
    select
        owners.event_id,
        owners.number,
        'clashing_sources' as kind,
        owners.id_pt || ': ' || clashes.clash_pt as detail_pt
    from owners
    inner join {{ ref('int_identity__clashes') }} as clashes
        on owners.candidate = clashes.fnx_id and owners.id_kind = clashes.id_kind and owners.id = clashes.id
),

everything as (
    select event_id, number, kind, detail_pt from different_people
    union all
    select event_id, number, kind, detail_pt from contradicted_ids
    union all
    select event_id, number, kind, detail_pt from second_fide_ids
    union all
    select event_id, number, kind, detail_pt from somebody_else
    union all
    select event_id, number, kind, detail_pt from clashing_sources
)

select
    event_id,
    number,
    kind,
    string_agg(distinct detail_pt, '; ' order by detail_pt) as detail_pt
from everything
group by event_id, number, kind
