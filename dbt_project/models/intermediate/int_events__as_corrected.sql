-- The event register as known by the freeze, with the corrections of kind `event`, `rhythm`, `duplicate`
-- and `replace_file` applied: for each field the last one wins.
with known as (
    select events.*
    from {{ ref('stg_registry__events') }} as events
    cross join {{ ref('stg_home__list') }} as list_parameters
    where events.registered_at is null or events.registered_at < list_parameters.frozen_before
),

corrections as (
    select * from {{ ref('int_corrections__in_effect') }}
),

assigned as (
    select
        corrections.event_id,
        assignments.field,
        arg_max(assignments.value, corrections.applied_order) as value
    from corrections
    inner join {{ ref('stg_registry__correction_assignments') }} as assignments
        on corrections.correction_id = assignments.correction_id
    where corrections.kind = 'event'
    group by corrections.event_id, assignments.field
),

fields as (
    select
        event_id,
        max(value) filter (where field = 'start_date') as start_date,
        max(value) filter (where field = 'end_date') as end_date,
        max(value) filter (where field = 'end_time') as end_time,
        max(value) filter (where field = 'category') as category,
        max(value) filter (where field = 'rounds_rhythm') as rounds_rhythm
    from assigned
    group by event_id
),

whole_event as (
    select
        event_id,
        arg_max(value, applied_order) filter (where kind = 'rhythm') as rhythm,
        arg_max(correction_id, applied_order) filter (where kind = 'replace_file') as replacing_correction,
        arg_max(correction_id, applied_order) filter (where kind = 'duplicate' and round is null) as withdrawing_correction
    from corrections
    group by event_id
)

select
    known.event_id,
    known.name,
    known.file,
    coalesce(whole_event.rhythm, known.rhythm) as rhythm,
    coalesce(try_cast(fields.start_date as date), known.start_date) as start_date,
    coalesce(try_cast(fields.end_date as date), known.end_date) as end_date,
    coalesce(fields.end_time, known.end_time) as end_time,
    known.recognition,
    coalesce(fields.category, known.category) as category,
    known.id_namespace,
    known.city,
    known.uf,
    known.homologation_no,
    known.homologated_at,
    coalesce(fields.rounds_rhythm, known.rounds_rhythm) as rounds_rhythm,
    known.variant,
    whole_event.withdrawing_correction,
    files.content_key,
    files.file_sha256,
    files.format as file_format,
    coalesce(files.status, 'missing') as file_status,
    files.reason as file_reason,
    files.rhythm as file_rhythm,
    files.rounds as file_rounds,
    files.source_id,
    files.revision as file_revision
from known
left join fields on known.event_id = fields.event_id
left join whole_event on known.event_id = whole_event.event_id
left join {{ ref('stg_tournaments__files') }} as files
    on
        known.event_id = files.event_id
        and files.correction_id is not distinct from whole_event.replacing_correction
