{#
  The ids that an undo in effect withdraws, from a relation of facts that a register keeps.

  An undo is a fact like any other and can itself be undone (Art. 23; data home, corrections and
  decisions), so the undos are walked from the newest to the oldest: one that is already withdrawn has
  no effect, any other withdraws its target. Facts without a time are the oldest.
#}
{% macro undone_ids(facts, id, time, target) -%}
  select distinct unnest(withdrawn) as {{ id }}
  from (
    with recursive undos as (
      select
        {{ id }} as undo_id,
        {{ target }} as target_id,
        row_number() over (order by {{ time }} desc nulls last, {{ id }} desc) as step
      from {{ facts }}
      where is_undo and {{ target }} is not null
    ),

    walk as (
      select 0::bigint as step, []::varchar[] as withdrawn
      union all
      select
        undos.step,
        case
          when list_contains(walk.withdrawn, undos.undo_id) then walk.withdrawn
          else list_append(walk.withdrawn, undos.target_id)
        end as withdrawn
      from walk
      inner join undos on undos.step = walk.step + 1
    )

    select withdrawn from walk order by step desc limit 1
  )
{%- endmacro %}
