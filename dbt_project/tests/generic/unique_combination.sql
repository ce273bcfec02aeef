{#
  A primary key: no two rows share these columns and none of them is null, except those named `nullable`, where
  null is a value of the key (a bye has no colour). One query, whatever the number of columns.
#}
{% test unique_combination(model, columns, nullable=[]) -%}
  select {{ columns | join(', ') }}, count(*) as rows_with_this_key
  from {{ model }}
  group by {{ columns | join(', ') }}
  having
    count(*) > 1
    {%- for column in columns if column not in nullable %}
    or {{ column }} is null
    {%- endfor %}
{%- endtest %}
