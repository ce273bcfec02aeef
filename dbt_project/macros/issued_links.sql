{# Issued ids (C<cbx id>, F<fide id>) and the player who has that CBX or FIDE id today. An id that stands for two
   people leads nowhere until a decision settles it (Art. 19). #}
{% macro issued_links() -%}
  select subject, min(target) as target
  from (
    select upper(id_kind[1]) || id as subject, fnx_id as target
    from {{ ref('int_identity__ids') }}
    where fnx_id is not null and upper(id_kind[1]) || id <> fnx_id
  )
  group by subject
  having count(distinct target) = 1
{%- endmacro %}
