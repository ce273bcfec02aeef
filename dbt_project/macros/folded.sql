{# Text for comparing and sorting Portuguese names: no accents, no case, single blanks. #}
{% macro folded(expression) -%}
  trim(regexp_replace(lower(strip_accents({{ expression }})), '\s+', ' ', 'g'))
{%- endmacro %}
