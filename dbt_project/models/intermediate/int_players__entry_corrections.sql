-- Entry ratings corrected on the record (Art. 23): the last correction of kind `entry_rating` of each person.
select
    aliases.fnx_id,
    arg_max(try_cast(corrections.value as integer), corrections.applied_order) as rating,
    arg_max(corrections.correction_id, corrections.applied_order) as correction_id
from {{ ref('int_corrections__in_effect') }} as corrections
inner join {{ ref('int_identity__aliases') }} as aliases on corrections.fnx_id = aliases.alias
where corrections.kind = 'entry_rating' and try_cast(corrections.value as integer) is not null
group by aliases.fnx_id
