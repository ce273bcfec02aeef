-- The name each person is published under, before initials (Art. 19): that of the row that stays, in standard form.
-- Its accents: a name registered with care, in capitals and small letters, has its own, and where it has none those that CBX
-- writes; one all in capitals takes them from event files too. FIDE writes none.
with aliases as (
    select * from {{ ref('int_identity__aliases') }}
),

people as (
    select aliases.fnx_id as person_id, known.*
    from aliases
    inner join {{ ref('int_people__known') }} as known on aliases.alias = known.fnx_id
),

standards as (
    select * from {{ ref('stg_home__standard_names') }}
),

own_names as (
    select
        people.fnx_id,
        people.registered and people.name <> upper(people.name) and people.name <> lower(people.name) as with_care,
        coalesce(nullif(coalesce(standards.standard, people.name), ''), people.fnx_id) as name
    from people
    left join standards on people.name = standards.written
    where people.person_id = people.fnx_id
),

other_spellings as (
    select people.person_id as fnx_id, cbx_people.name as written, 1 as rank, cbx_people.cbx_id as source
    from people
    inner join {{ ref('int_cbx__people') }} as cbx_people on people.cbx_id = cbx_people.cbx_id
    union all
    select people.person_id as fnx_id, people.name as written, 2 as rank, people.fnx_id as source
    from people
    where people.registered
    union all
    select resolved.fnx_id, resolved.name as written, 3 as rank, resolved.event_id as source
    from {{ ref('int_participants__resolved') }} as resolved
    inner join {{ ref('int_events__status') }} as events
        on resolved.event_id = events.event_id and events.status = 'included'
    where resolved.fnx_id is not null
),

accented_words as (
    select
        other_spellings.fnx_id,
        list(distinct_words.word order by other_spellings.rank, other_spellings.source, distinct_words.word) as words,
        list(distinct_words.word order by other_spellings.rank, other_spellings.source, distinct_words.word)
            filter (where other_spellings.rank = 1) as cbx_words
    from other_spellings
    inner join standards on other_spellings.written = standards.written
    cross join lateral (
        select distinct unnest(string_split(standards.standard, ' ')) as word
    ) as distinct_words
    where distinct_words.word <> strip_accents(distinct_words.word)
    group by other_spellings.fnx_id
),

chosen as (
    select
        own_names.fnx_id,
        own_names.name,
        case
            when own_names.with_care and own_names.name <> strip_accents(own_names.name) then []
            when own_names.with_care then coalesce(accented_words.cbx_words, [])
            else coalesce(accented_words.words, [])
        end as accented
    from own_names
    left join accented_words on own_names.fnx_id = accented_words.fnx_id
)

select
    fnx_id,
    array_to_string(
        list_transform(
            string_split(name, ' '),
            lambda word: coalesce(
                list_filter(accented, lambda spelling: lower(strip_accents(spelling)) = lower(word))[1], word
            )
        ),
        ' '
    ) as name
from chosen
