{# A name as published: whole, or initials where the person (or a parent) or the pool's policy asks for them. #}
{% macro published_name(name, publish_name, is_minor, minor_names) -%}
  case
    when coalesce({{ publish_name }}, case when {{ is_minor }} and {{ minor_names }} = 'initials' then 'initials' else 'full' end) = 'initials'
      then array_to_string(
        list_transform(
          list_filter(
            string_split(regexp_replace({{ name }}, '[,\s]+', ' ', 'g'), ' '),
            lambda word: word <> '' and lower(word) not in ('de', 'da', 'do', 'das', 'dos', 'e')
          ),
          lambda word: upper(word[1]) || '.'
        ),
        ' '
      )
    else {{ name }}
  end
{%- endmacro %}
