"""`pool.toml` as `fnx init` writes it: the template of the regulation, or one for the system of the pool.

Belongs here: the commented text that people fill in. Does not belong here: what the settings mean (`pool`,
`own_rules`).
"""

from __future__ import annotations

from dataclasses import fields

REGULATION_TEMPLATE = """\
# Settings of this rating pool. Everything here is optional; the values shown are the defaults.
# Policies and their alternatives: docs/operators.md.

[pool]
name = "FNX"
system = "fnx"

[policies]
# k_granularity = "event"
# pre_event = "start"
# untimed_last = true
# annual_rollover = "carry"
# list_unrated = false
# minor_names = "full"
# min_ranking_size = 1

[fetch]
# Visits to FIDE and CBX (fnx fetch). Nothing is asked for without a contact that a site's keeper can write
# to. contact = "rating@federacao.example"
# delay = 5.0
# daily_budget = 300

[school_categories]
# What school categories mean: an age range or a Sub-N, for players without a proven birth year (Art. 10).
# Mirim = "12-14"
# Infantil = "15-17"
"""

_OTHER = """\
# Configuração deste ranking ({name_pt}). O que está comentado vale como está escrito.
# Documentação: docs/systems.md e docs/operators.md.

[pool]
name = "{name}"
system = "{code}"

[numbers]
# Números do sistema; mude só os que o ranking usa de outro modo.
{numbers}
[policies]
# Eventos encerrados antes desta data não contam.
# base_date = 2026-01-01
# Nomes: "full" (por extenso) ou "initials" (só iniciais, de todos).
# names = "full"
# Nomes de menores de 18 anos (com ano de nascimento no registro): "full" ou "initials".
# minor_names = "{minor_names}"
# Quem vê a página: "organizer" (só ele), "link" (quem tem o endereço; fora dos buscadores) ou "public".
# "link" precisa de um segredo, de onde sai o endereço; troque-o para trocar o endereço.
# visibility = "organizer"
# secret = "escreva aqui ao menos dezesseis letras"
# Categorias etárias além do geral, por exemplo ["Sub-14", "O50"].
# ranking_categories = []
# min_ranking_size = 1
"""
#: What a pool of a system cannot do without, as the template gives it.
_GIVEN = {"elo": {"start": 1500}}


def pool_template(system: str) -> str:
    """The text of `pool.toml` for a system. ``ValueError`` names the systems there are."""
    if system == "fnx":
        return REGULATION_TEMPLATE
    from engine.systems import system_named
    from orchestration.own_rules import MINORS_AS_INITIALS

    value = system_named(system)
    given = _GIVEN.get(system, {})
    lines = [
        f"{one.name} = {given[one.name]}"
        if one.name in given
        else f"# {one.name} = {_toml(getattr(value, one.name))}"
        for one in fields(value)
    ]
    return _OTHER.format(
        name_pt=value.name_pt,
        name=value.name_pt,
        code=value.code,
        numbers="".join(f"{line}\n" for line in lines),
        minor_names="initials" if system in MINORS_AS_INITIALS else "full",
    )


def _toml(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
