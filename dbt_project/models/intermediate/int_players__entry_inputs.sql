-- Each candidate source of an entry rating with its date and value (Arts. 9-13), and under the policy
-- `annual_rollover = reassess` of everybody's rating on each later base date. Where a published list has fixed them
-- this is what they would be today, to be compared and not used (Art. 3). Lists in force: on or before a base date,
-- strictly before a first event. CBX tournaments: ended strictly before either.
with first_dates as (
    select
        entry_dates.fnx_id,
        entry_dates.entry_date,
        entry_dates.on_base_date,
        entry_dates.first_event_category,
        coalesce(published.entry_date, entry_dates.entry_date) as entered_on,
        published.fnx_id is not null as is_published
    from {{ ref('int_players__entry_dates') }} as entry_dates
    left join {{ ref('int_players__published_entries') }} as published
        on entry_dates.fnx_id = published.fnx_id and published.chosen
),

dates as (
    select
        fnx_id,
        entry_date,
        on_base_date,
        first_event_category,
        is_published,
        false as reassessed
    from first_dates
    union all
    -- The next base dates of who had entered before them.
    select
        first_dates.fnx_id,
        base_dates.base_date as entry_date,
        true as on_base_date,
        null as first_event_category,
        (first_dates.fnx_id, base_dates.base_date) in (
            select (fnx_id, base_date) from {{ ref('int_players__published_reassessments') }}
        ) as is_published,
        true as reassessed
    from first_dates
    inner join {{ ref('stg_home__reassessment_dates') }} as base_dates on first_dates.entered_on < base_dates.base_date
),

entries as (
    select
        dates.*,
        profiles.proven_birth_year
    from dates
    inner join {{ ref('int_players__profile') }} as profiles on dates.fnx_id = profiles.fnx_id
),

in_force as (
    select
        entries.fnx_id,
        entries.entry_date,
        source_values.source,
        arg_max(source_values.value, source_values.in_force) as value,
        max(source_values.in_force) as value_date
    from entries
    inner join {{ ref('int_players__source_values') }} as source_values on entries.fnx_id = source_values.fnx_id
    where
        source_values.source <> 'approval'
        -- On a later base date the rating carried over stands for the previous one (Art. 13).
        and not (entries.reassessed and source_values.source = 'previous_fnx')
        and (
            source_values.in_force < entries.entry_date
            or (entries.on_base_date and source_values.in_force = entries.entry_date)
        )
    group by entries.fnx_id, entries.entry_date, source_values.source
),

sources as (
    select
        fnx_id,
        entry_date,
        max(value) filter (where source = 'fide') as fide_rating,
        max(value_date) filter (where source = 'fide') as fide_date,
        coalesce(max(value) filter (where source = 'cbx_list'), max(value) filter (where source = 'cbx_card')) as cbx_rating,
        coalesce(max(value_date) filter (where source = 'cbx_list'), max(value_date) filter (where source = 'cbx_card')) as cbx_date,
        max(value) filter (where source = 'previous_fnx') as previous_fnx,
        max(value_date) filter (where source = 'previous_fnx') as previous_date
    from in_force
    group by fnx_id, entry_date
),

approvals as (
    select fnx_id, value as approval_rating, in_force as approval_date
    from {{ ref('int_players__source_values') }}
    where source = 'approval'
),

-- A card whose CBX id stands for two people proves the experience of neither.
people_of_cards as (
    select ids.id as cbx_id, min(aliases.fnx_id) as fnx_id
    from {{ ref('int_identity__ids') }} as ids
    inner join {{ ref('int_identity__aliases') }} as aliases on ids.fnx_id = aliases.alias
    where ids.id_kind = 'cbx'
    group by ids.id
    having count(distinct aliases.fnx_id) = 1
),

-- Of several cards of one id the newest that says something of a tournament counts; a tournament that a newer card
-- no longer shows stays proven.
tournaments_of_cards as (
    select
        cbx_id,
        tournament_id,
        first(end_date order by captured desc nulls last, source_file desc) filter (where end_date is not null) as end_date,
        first(rhythm order by captured desc nulls last, source_file desc) filter (where rhythm is not null) as rhythm
    from {{ ref('stg_cbx__card_tournaments') }}
    group by cbx_id, tournament_id
),

-- Each CBX tournament counts once (Art. 12 §5), whichever card of the person names it.
tournaments as (
    select distinct on (entries.fnx_id, entries.entry_date, tournaments.tournament_id)
        entries.fnx_id,
        entries.entry_date,
        tournaments.tournament_id,
        tournaments.rhythm
    from entries
    inner join people_of_cards on entries.fnx_id = people_of_cards.fnx_id
    inner join tournaments_of_cards as tournaments on people_of_cards.cbx_id = tournaments.cbx_id
    where tournaments.end_date < entries.entry_date and tournaments.rhythm is not null
    order by
        entries.fnx_id, entries.entry_date, tournaments.tournament_id, tournaments.cbx_id desc, tournaments.rhythm
),

experience as (
    select
        fnx_id,
        entry_date,
        count(*) filter (where rhythm = 'STD') as cbx_std,
        count(*) filter (where rhythm = 'RPD') as cbx_rpd,
        count(*) filter (where rhythm = 'BLZ') as cbx_blz
    from tournaments
    group by fnx_id, entry_date
)

select
    entries.fnx_id,
    entries.entry_date,
    entries.on_base_date,
    entries.is_published,
    entries.reassessed,
    entries.proven_birth_year,
    entries.first_event_category,
    sources.fide_rating,
    sources.fide_date,
    sources.cbx_rating,
    sources.cbx_date,
    coalesce(experience.cbx_std, 0) as cbx_std,
    coalesce(experience.cbx_rpd, 0) as cbx_rpd,
    coalesce(experience.cbx_blz, 0) as cbx_blz,
    sources.previous_fnx,
    sources.previous_date,
    approvals.approval_rating,
    approvals.approval_date
from entries
left join sources on entries.fnx_id = sources.fnx_id and entries.entry_date = sources.entry_date
left join experience on entries.fnx_id = experience.fnx_id and entries.entry_date = experience.entry_date
left join approvals on entries.fnx_id = approvals.fnx_id and not entries.reassessed
