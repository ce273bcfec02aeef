{#
  The ids that an undo in effect withdraws, from a relation of facts that a register keeps.

  An undo is a fact like any other and can itself be undone (Art. 23; data home, corrections and decisions), so it
  has an effect only if no undo in effect withdraws it. Undos that nobody undoes come first, then what they point
  to, and so on: the order follows the targets, not the clock. Undos that point at each other in a circle have no
  effect.
#}
{% macro undone_ids(facts, id, target) -%}
  select distinct unnest(withdrawn) as {{ id }}
  from (
    with recursive undos as (
      select {{ id }} as undo_id, {{ target }} as target_id
      from {{ facts }}
      where is_undo and {{ target }} is not null
    ),

    levels as (
      select undo_id, target_id, 0 as level
      from undos
      where undo_id not in (select target_id from undos)
      union all
      select undos.undo_id, undos.target_id, levels.level + 1 as level
      from levels
      inner join undos on undos.undo_id = levels.target_id
      where levels.level < 100
    ),

    steps as (
      select undo_id, target_id, row_number() over (order by max(level), undo_id) as step
      from levels
      group by undo_id, target_id
    ),

    walk as (
      select 0::bigint as step, []::varchar[] as withdrawn
      union all
      select
        steps.step,
        case
          when list_contains(walk.withdrawn, steps.undo_id) then walk.withdrawn
          else list_append(walk.withdrawn, steps.target_id)
        end as withdrawn
      from walk
      inner join steps on steps.step = walk.step + 1
    )

    select withdrawn from walk order by step desc limit 1
  )
{%- endmacro %}
