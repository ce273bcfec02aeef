"""The Portuguese of the other rating systems: their rules in a list, and the reasons of their ledger.

Belongs here: one table of rules per system, by the names its own text uses. Does not belong here: the
numbers (`engine.systems`; a value of None is read from the system in force), calculators
(`orchestration.calculators`).

A system without a table here is told by its fields alone.
"""

from __future__ import annotations

from orchestration.own_rules import OwnRules
from orchestration.publication.manifest import Methodology, MethodologyRow
from orchestration.publication.wording import REASON_PT, SOURCE_PT

_ELO = "E = 1 / (1 + 10 ^ ((Ro - R) / 400))"
#: By system: norm, key, value (None: the number of that name), what it means.
RULES_PT: dict[str, tuple[tuple[str, str, str | None, str], ...]] = {
    "elo": (
        ("Elo", "start", None, "Rating de quem entra sem rating (None: só conta quem entra com rating)"),
        ("Elo", "k_factor", None, "Fator K, o mesmo para todos"),
        (
            "Elo",
            "expected",
            _ELO,
            "Pontuação esperada; variação = K x (S - E), evento a evento, sem arredondar",
        ),
    ),
    "clube": (
        ("Rating", "start", None, "Rating de quem entra"),
        ("Fator K", "k_new", None, "K das primeiras partidas"),
        ("Fator K", "new_games", None, "Partidas com o K das primeiras"),
        ("Fator K", "k_settled", None, "K depois delas"),
        (
            "Provisórios",
            "provisional_games",
            None,
            "Provisório abaixo deste número de partidas valendo rating",
        ),
        (
            "Provisórios",
            "protection",
            "sim",
            "O estabelecido não se move contra um provisório; dois provisórios contam integralmente",
        ),
        ("Pontuação esperada", "expected", _ELO, "Variação = K x (pontuação real - esperada)"),
        (
            "Pré-evento",
            "frozen",
            "sim",
            "Rating, K e estado provisório de antes valem no evento todo; as mudanças entram no fim",
        ),
        ("Não conta", "unrated", "bye, WO, bughouse", "Nunca encostam no ranking"),
        ("Rating", "rounding", "só para mostrar", "Os ratings não são arredondados, só mostrados assim"),
    ),
    "fide": (
        ("B.02 8.1.2", "expected", "tabela", "Pontuação esperada pela tabela"),
        ("B.02 8.3.1", "limit", "400", "Diferença limitada a 400 pontos, pela data e pelo próprio rating"),
        ("B.02 8.3.3", "k", "40 / 20 / 10", "Fator K; K x partidas não passa de 700"),
        ("B.02 8.3.4", "rounding", "por período", "Soma do mês arredondada uma vez, 0,5 para longe do zero"),
        (
            "B.02 8.2",
            "first_rating",
            "5 partidas",
            "Primeiro rating: tabela 8.1.1, com dois empates contra 1800",
        ),
        ("B.02 7.2.2", "inactive", "1 ano", "Sem partida em um ano: fora do ranking"),
        ("B.02", "rhythm", None, "Ritmo da lista"),
        (
            "Leitura",
            "listed_games",
            "30",
            "Quem entra com rating FIDE é tomado como tendo 30 partidas (as listas não dizem quantas)",
        ),
    ),
    "cbx": (
        ("CBX", "k", "25 / 15 / 10", "Fator K: abaixo de 2000, de 2000 a 2299, de 2300 em diante"),
        ("CBX", "first_rating", "1800", "Rating de quem não está na lista da CBX"),
        ("CBX", "expected", "tabela FIDE 8.1.2", "Pontuação esperada, com o limite de 400 pontos"),
        ("CBX", "rounding", "por período", "Soma do mês arredondada uma vez, 0,5 para longe do zero"),
    ),
    "xol": (
        (
            "Força do oponente",
            "strength",
            "FO = (%V + (Rp - Rv)) / 10",
            "%V e diferença como antes da partida",
        ),
        (
            "Pontos por partida",
            "points",
            "30 / 15",
            "Vitória e empate; pontos para rating = (FO + pontos) / 2",
        ),
        ("Rating", "start", None, "Rating de quem entra"),
        ("Rating", "floor", "1300", "Ninguém tem rating menor"),
        ("Rating", "limit", "300", "A parcela |Rp - Rv| não passa disto"),
        ("Apuração", "sequence", "partida a partida", "Na ordem dos eventos, das rodadas e das mesas"),
    ),
}
#: Why a played game changes nothing for a player, besides `wording.REASON_PT`.
REASONS_PT = {
    **REASON_PT,
    "provisional_opponent": "adversário provisório: o estabelecido não se move",
    "unrated_opponent": "adversário sem rating",
    "unrated_player": "ainda sem rating: conta para o primeiro",
    "other_rhythm": "de outro ritmo",
    "too_far_apart": "600 pontos ou mais de diferença (B.02 7.3.1)",
    "short_game": "menos lances do que o mínimo",
}
K_REASONS_PT = {
    "new": "das primeiras partidas",
    "settled": "depois delas",
    "fixed": "fixo",
    "from_2300": "de 2300 em diante",
    "from_2000": "de 2000 a 2299",
    "under_2000": "abaixo de 2000",
    "reached_2400": "já alcançou 2400",
    "junior": "até o ano dos 18, abaixo de 2300",
    "under_30_games": "menos de 30 partidas",
    "under_2400": "nunca alcançou 2400",
    "limit_700": "limite K x partidas = 700",
}
SOURCES_PT = {
    **SOURCE_PT,
    "approval": "rating confirmado pelo organizador",
    "previous_fnx": "lista anterior do ranking",
    "start": "rating de quem entra",
    "unrated": "ainda sem rating",
}
_SHARED_PT = {
    "base_date": "Eventos encerrados antes não contam",
    "names": "Nomes: por extenso (full) ou iniciais (initials)",
    "minor_names": "Nomes de menores: por extenso ou iniciais",
    "visibility": "Quem vê: organizer (só o organizador), link (quem tem o endereço), public (todos)",
    "ranking_categories": "Categorias etárias além do geral",
    "min_ranking_size": "Um ranking com menos jogadores do que isto não é publicado",
}


def manifest_rules(own: OwnRules, policies: dict[str, str], signature: str) -> Methodology:
    """What the manifest says of the rules of the pool."""
    return Methodology(own.system.code, signature, policies)


def rules_rows(own: OwnRules, policies: dict[str, str]) -> tuple[MethodologyRow, ...]:
    """The rules in force, for the report: first those of the system, then what the pool chose."""
    numbers = {key: str(value) for key, value in own.numbers().items()}
    table = RULES_PT.get(own.system.code) or tuple(
        (own.system.name_pt, key, None, "Número do sistema") for key in numbers
    )
    rows = [
        MethodologyRow(norm, key, numbers[key] if value is None else value, text)
        for norm, key, value, text in table
    ]
    rows += [
        MethodologyRow("Ranking", key, policies[key] or "nenhuma", text) for key, text in _SHARED_PT.items()
    ]
    return tuple(rows)
