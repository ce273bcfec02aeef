{#
  Tables and views replaced in one transaction, under their own names. dbt's own way (build beside, rename the old
  one away, rename the new one into place, drop the old one) costs eight statements and two commits for each model,
  which for a list of a few thousand rows is most of its time. A model that fails leaves the old relation as it was.
  Contracts are checked as ever. Hooks, grants, indexes and persisted docs are not used here.
#}
{% materialization table, adapter="duckdb" %}
  {%- set relation = this.incorporate(type="table") -%}
  {%- do drop_of_another_kind(relation) -%}
  {% call statement("main") -%}
    drop table if exists {{ relation }};
    {{ create_table_as(False, relation, compiled_code) }}
  {%- endcall %}
  {{ adapter.commit() }}
  {{ return({"relations": [relation]}) }}
{% endmaterialization %}

{% materialization view, adapter="duckdb" %}
  {%- set relation = this.incorporate(type="view") -%}
  {%- do drop_of_another_kind(relation) -%}
  {% call statement("main") -%}
    create or replace view {{ relation }} as (
      {{ compiled_code }}
    )
  {%- endcall %}
  {{ adapter.commit() }}
  {{ return({"relations": [relation]}) }}
{% endmaterialization %}

{# A model whose materialization was changed in the project: the relation of the other kind is in the way. #}
{% macro drop_of_another_kind(relation) %}
  {%- set existing = load_cached_relation(relation) -%}
  {%- if existing is not none and existing.type != relation.type -%}
    {%- do adapter.drop_relation(existing) -%}
  {%- endif -%}
{% endmacro %}
