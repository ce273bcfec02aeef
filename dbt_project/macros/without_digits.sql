{# A name as a file writes it, without the digits (a class, a birth date) that some write beside it (Art. 19). #}
{% macro without_digits(name) -%}
  trim(regexp_replace({{ name }}, '[\s./-]*\d[\d\s./ºª-]*', ' ', 'g'))
{%- endmacro %}
