"""`fnx calc`: the calculators, for people with arguments and for programs with one JSON object.

Belongs here: arguments, the two ways to ask and to answer, exit status. Does not belong here: a calculation
or its wording (`orchestration.calculators`). Nothing heavy is imported, so that an answer comes at once.

With ``--json`` one object is read from standard input and one is written to standard output. A request that
cannot be answered gives ``{"error": ..., "field": ...}`` there, the same on standard error, and exit status
2.
"""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from orchestration.cli.shared import BAD_USAGE, refuse

calc = typer.Typer(
    name="calc",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Calculators: elo, fide, cbx, xol, clube, fnx. Answers in pt-BR, or JSON with --json.",
)

JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object in, one out.")]
RhythmOption = Annotated[str | None, typer.Option("--rhythm", help="STD, RPD or BLZ (default STD).")]
DateOption = Annotated[
    str | None, typer.Option("--date", help="Start of the event, YYYY-MM-DD (default: rules in force).")
]
GAMES_HELP = "Own rating, then each game as OPPONENT=SCORE, e.g. 1800 2000=0.5 1950=1 (=1: unrated opponent)."
RatingAndGames = Annotated[
    list[str] | None, typer.Argument(help=GAMES_HELP, metavar="RATING OPPONENT=SCORE...")
]


@calc.command()
def elo(
    values: Annotated[
        list[str] | None, typer.Argument(help="Own rating and the opponent's.", metavar="RATING OPPONENT")
    ] = None,
    k: Annotated[str, typer.Option("--k", help="K factor.")] = "20",
    score: Annotated[str | None, typer.Option("--score", help="1, 0.5 or 0; left out: all three.")] = None,
    games: Annotated[str | None, typer.Option("--games", help="Batch: number of games.")] = None,
    points: Annotated[str | None, typer.Option("--points", help="Batch: points made.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Plain Elo: one game with its three outcomes, or a batch against an average opponent."""
    rating, opponent = _exactly(2, values, as_json)
    batch = games is not None or points is not None
    request: dict[str, Any] = {"rating": rating, "opponent": opponent, "k": k}
    request |= {"mode": "batch", "games": games, "points": points} if batch else {"score": score}
    _answer("elo", request, as_json)


@calc.command()
def fide(
    values: RatingAndGames = None,
    mode: Annotated[
        str,
        typer.Option("--mode", help="regulation, online_calculator, initial (no own rating) or performance."),
    ] = "regulation",
    k: Annotated[str | None, typer.Option("--k", help="K of the list in force; left out: computed.")] = None,
    date: DateOption = None,
    rhythm: RhythmOption = None,
    games_played: Annotated[
        str | None, typer.Option("--games-played", help="Rated games so far, to compute K.")
    ] = None,
    birth_year: Annotated[str | None, typer.Option("--birth-year", help="To compute K.")] = None,
    peak: Annotated[
        str | None, typer.Option("--peak", help="Highest published rating, to compute K.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """FIDE: a period, the first rating or the performance, by the regulation or as FIDE's page computes."""
    rating, games = _games(values)
    _answer(
        "fide",
        {
            "mode": mode,
            "rating": rating,
            "games": games,
            "k": k,
            "date": date,
            "rhythm": rhythm,
            "games_played": games_played,
            "birth_year": birth_year,
            "peak": peak,
        },
        as_json,
    )


@calc.command()
def cbx(values: RatingAndGames = None, date: DateOption = None, as_json: JsonOption = False) -> None:
    """CBX: a period by FIDE's formula with CBX's K; without an own rating, the first one (1800)."""
    rating, games = _games(values)
    _answer("cbx", {"rating": rating, "games": games, "date": date}, as_json)


@calc.command()
def xol(
    values: Annotated[
        list[str] | None,
        typer.Argument(
            help="White and black as RATING:WINS/GAMES, then white's score.", metavar="WHITE BLACK SCORE"
        ),
    ] = None,
    moves: Annotated[str | None, typer.Option("--moves", help="Moves of who made more.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Xadrez Online: one game, e.g. 1500:3/8 1900:6/10 1 --moves 34."""
    white, black, result = _exactly(3, values, as_json)
    request = {"white": _online(white), "black": _online(black), "result": result, "moves": moves}
    _answer("xol", request, as_json)


@calc.command()
def clube(
    values: Annotated[
        list[str] | None,
        typer.Argument(help='Each game as "ANA 1-0 BIA" (½-½, 0-1, +--, or "ANA bye").', metavar="GAME..."),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option("--player", help="NAME:RATING:GAMES, or NAME alone for a newcomer. Once for each."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """A club night: everybody's change, on the ratings from before it."""
    told = dict(_member(text) for text in players or [])
    _answer("clube", {"players": told, "games": [_pairing(text) for text in values or []]}, as_json)


@calc.command()
def fnx(
    values: RatingAndGames = None,
    mode: Annotated[str, typer.Option("--mode", help="event or entry (initial rating).")] = "event",
    rhythm: RhythmOption = None,
    games_before: Annotated[
        str | None, typer.Option("--games-before", help="Valid games before the event (default 0).")
    ] = None,
    consolidated: Annotated[
        bool, typer.Option("--consolidated", help="Development is over whatever the games.")
    ] = False,
    entry_date: Annotated[
        str | None, typer.Option("--entry-date", help="Entry: date (default: the base date).")
    ] = None,
    birth_year: Annotated[str | None, typer.Option("--birth-year", help="Entry: where proven.")] = None,
    category: Annotated[str | None, typer.Option("--category", help="Entry: of the first event.")] = None,
    fide_rating: Annotated[str | None, typer.Option("--fide", help="Entry: FIDE standard.")] = None,
    cbx_rating: Annotated[str | None, typer.Option("--cbx", help="Entry: CBX standard.")] = None,
    std: Annotated[str, typer.Option("--std", help="Entry: CBX tournaments played, standard.")] = "0",
    rpd: Annotated[str, typer.Option("--rpd", help="Entry: CBX tournaments played, rapid.")] = "0",
    blz: Annotated[str, typer.Option("--blz", help="Entry: CBX tournaments played, blitz.")] = "0",
    previous: Annotated[str | None, typer.Option("--previous", help="Entry: previous FNX rating.")] = None,
    approval: Annotated[str | None, typer.Option("--approval", help="Entry: approved rating.")] = None,
    as_json: JsonOption = False,
) -> None:
    """FNX: one event, or an entry rating with its sources compared."""
    rating, games = _games(values)
    request: dict[str, Any] = {"mode": mode}
    if mode == "entry":
        request |= {
            "entry_date": entry_date,
            "birth_year": birth_year,
            "category": category,
            "fide": fide_rating,
            "cbx": cbx_rating,
            "cbx_tournaments": {"STD": std, "RPD": rpd, "BLZ": blz},
            "previous_fnx": previous,
            "approval": approval,
        }
    else:
        request |= {"rhythm": rhythm, "rating": rating, "games_before": games_before, "games": games}
        request |= {"in_development": False} if consolidated else {}
    _answer("fnx", request, as_json)


# --- asking and answering ---------------------------------------------------------------------------------


def _answer(system: str, request: dict[str, Any], as_json: bool) -> None:
    from orchestration.calculators import calculate, plain, working_pt
    from orchestration.calculators.request import CalcError

    try:
        if not as_json:
            typer.echo("\n".join(working_pt(calculate(system, request))))
            return
        import json

        told = json.dumps(plain(calculate(system, _object())), ensure_ascii=False, indent=2)
        typer.echo(told)
    except CalcError as error:
        if not as_json:
            refuse(str(error))
        import json

        typer.echo(json.dumps({"error": error.message_pt, "field": error.field}, ensure_ascii=False))
        typer.echo(f"fnx: {error}", err=True)
        raise typer.Exit(BAD_USAGE) from None


def _object() -> dict[str, Any]:
    """The object on standard input, with its numbers as they are written."""
    import json
    from decimal import Decimal

    from orchestration.calculators.request import CalcError

    try:
        told = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"), parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise CalcError(None, f"a entrada não é um objeto JSON: {error}") from None
    if not isinstance(told, dict):
        raise CalcError(None, "a entrada não é um objeto JSON")
    return told


# --- arguments --------------------------------------------------------------------------------------------


def _exactly(count: int, values: list[str] | None, as_json: bool) -> list[str | None]:
    given = list(values or [])
    if len(given) != count and not as_json:
        refuse(f"{len(given)} argumentos; são {count} (veja --help)")
    return [*given, *[None] * count][:count]


def _games(values: list[str] | None) -> tuple[str | None, list[dict[str, str | None]]]:
    """``RATING OPPONENT=SCORE...``: the rating may be missing, an opponent without rating is blank."""
    given = list(values or [])
    rating = given.pop(0) if given and "=" not in given[0] else None
    games = []
    for text in given:
        opponent, sign, score = text.partition("=")
        if not sign:
            refuse(f"{text!r} não é uma partida ADVERSÁRIO=RESULTADO, como 2000=0.5")
        games.append({"opponent": opponent.strip() or None, "score": score})
    return rating, games


def _online(text: str | None) -> dict[str, str | None]:
    rating, _, counts = (text or "").partition(":")
    wins, _, games = counts.partition("/")
    return {"rating": rating or None, "wins": wins or None, "games": games or None}


def _member(text: str) -> tuple[str, dict[str, str | None]]:
    name, rating, games = ([part.strip() for part in text.split(":")] + ["", ""])[:3]
    return name, {"rating": rating or None, "games": games or None}


_RESULTS = {"1-0": "1", "0-1": "0", "½-½": "0.5", "1/2-1/2": "0.5", "0.5-0.5": "0.5", "=": "0.5"}
_UNPLAYED = ("+--", "--+", "+-", "-+", "---", "wo", "w.o.")


def _pairing(text: str) -> dict[str, Any]:
    """``ANA 1-0 BIA``; names may hold blanks, the result stands between them."""
    words = text.split()
    for place, word in enumerate(words):
        white, black = " ".join(words[:place]), " ".join(words[place + 1 :])
        if word.lower() == "bye" and white and not black:
            return {"white": white, "black": None}
        if white and black and word in _RESULTS:
            return {"white": white, "black": black, "score": _RESULTS[word]}
        if white and black and word.lower() in _UNPLAYED:
            return {"white": white, "black": black, "unplayed": True}
    refuse(f'{text!r} não é uma partida como "Ana 1-0 Bia"')
