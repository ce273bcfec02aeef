"""`fnx calc`: the calculators, for people with arguments and for programs with one JSON object.

Belongs here: arguments, the two ways to ask and to answer, exit status. Does not belong here: a calculation
or its wording (`orchestration.calculators`).

With ``--json`` one object is read from standard input and one is written to standard output. A request that
cannot be answered gives ``{"error": ..., "field": ...}`` there, the same on standard error, and exit status
2.

Arguments are declared with the standard library, not with the framework of the other commands: that one takes
twice as long to load as a calculator may take to answer (0.3 seconds from a cold start).
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

BAD_USAGE = 2
_GAMES_HELP = "own rating, then each game as OPPONENT=SCORE: 1800 2000=0.5 1950=1 (=1: an unrated opponent)"

Arguments = Callable[[ArgumentParser], None]
ToRequest = Callable[[Namespace], Mapping[str, Any]]


class _Command(NamedTuple):
    """One calculator: its help, its arguments, and the request they mean."""

    help: str
    arguments: Arguments
    request: ToRequest


def run(arguments: Sequence[str]) -> int:
    """Answer one call of `fnx calc`; the exit status."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(_overview())
        return 0 if arguments else BAD_USAGE
    system = arguments[0]
    if system not in _COMMANDS:
        return _refused(f"calc {system}: esperado um de {', '.join(_COMMANDS)}")
    command = _COMMANDS[system]
    parser = ArgumentParser(prog=f"fnx calc {system}", description=command.help)
    parser.add_argument("--json", action="store_true", help="one JSON object in, one out")
    command.arguments(parser)
    # What is no UTF-8 on the command line must not stop the answer that repeats it.
    readable = [text.encode("utf-8", "replace").decode() for text in arguments[1:]]
    given = parser.parse_intermixed_args(readable)
    if given.json:
        return _program(system)
    try:
        request = command.request(given)
    except _Misread as misread:
        return _refused(str(misread))
    return _person(system, request)


def _overview() -> str:
    lines = ["usage: fnx calc SYSTEM [arguments] [--json]", ""]
    lines += [f"  {system:6} {command.help}" for system, command in _COMMANDS.items()]
    return "\n".join([*lines, "", "fnx calc SYSTEM --help: its arguments"])


def _person(system: str, request: Mapping[str, Any]) -> int:
    from orchestration.calculators import calculate, working_pt
    from orchestration.calculators.request import CalcError

    try:
        print("\n".join(working_pt(calculate(system, request))))
    except CalcError as error:
        return _refused(str(error))
    return 0


def _program(system: str) -> int:
    import json

    from orchestration.calculators import calculate, plain
    from orchestration.calculators.request import CalcError

    try:
        print(json.dumps(plain(calculate(system, _object())), indent=2))
    except CalcError as error:
        print(json.dumps({"error": error.message_pt, "field": error.field}))
        return _refused(str(error))
    return 0


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


def _refused(message: str) -> int:
    print(f"fnx: {message}", file=sys.stderr)
    return BAD_USAGE


# --- arguments --------------------------------------------------------------------------------------------


class _Misread(Exception):
    """Arguments that mean nothing; the message says what was expected, in pt-BR."""


def _misread(message: str) -> NoReturn:
    raise _Misread(message)


def _values(parser: ArgumentParser, metavar: str, text: str) -> None:
    parser.add_argument("values", nargs="*", metavar=metavar, help=text)


def _exactly(count: int, values: Sequence[str]) -> Sequence[str]:
    if len(values) != count:
        _misread(f"{len(values)} argumentos; são {count} (veja --help)")
    return values


def _rating_and_games(values: Sequence[str]) -> dict[str, Any]:
    """``RATING OPPONENT=SCORE...``: the rating may be missing, an opponent without rating is blank."""
    given = list(values)
    rating = given.pop(0) if given and "=" not in given[0] else None
    games = []
    for text in given:
        opponent, sign, score = text.partition("=")
        if not sign:
            _misread(f"{text!r} não é uma partida ADVERSÁRIO=RESULTADO, como 2000=0.5")
        games.append({"opponent": opponent.strip() or None, "score": score})
    return {"rating": rating, "games": games}


def _elo_arguments(parser: ArgumentParser) -> None:
    _values(parser, "RATING", "own rating and the opponent's")
    parser.add_argument("--k", default="20", help="K factor (default 20)")
    parser.add_argument("--score", help="1, 0.5 or 0; left out: all three")
    parser.add_argument("--games", help="a batch: number of games")
    parser.add_argument("--points", help="a batch: points made")


def _elo_request(given: Namespace) -> dict[str, Any]:
    rating, opponent = _exactly(2, given.values)
    request = {"rating": rating, "opponent": opponent, "k": given.k}
    if given.games is not None or given.points is not None:
        return {**request, "mode": "batch", "games": given.games, "points": given.points}
    return {**request, "score": given.score}


def _fide_arguments(parser: ArgumentParser) -> None:
    _values(parser, "RATING OPPONENT=SCORE", _GAMES_HELP)
    parser.add_argument(
        "--mode",
        default="regulation",
        help="regulation, online_calculator (FIDE's page), initial (no own rating) or performance",
    )
    parser.add_argument("--k", help="K of the list in force; left out: computed")
    parser.add_argument("--date", help="start of the event, YYYY-MM-DD (default: the rules in force)")
    parser.add_argument("--rhythm", help="STD, RPD or BLZ (default STD)")
    parser.add_argument("--games-played", help="rated games so far, to compute K")
    parser.add_argument("--birth-year", help="to compute K")
    parser.add_argument("--peak", help="highest published rating, to compute K")


def _fide_request(given: Namespace) -> dict[str, Any]:
    options = ("mode", "k", "date", "rhythm", "games_played", "birth_year", "peak")
    return {**_rating_and_games(given.values), **{key: getattr(given, key) for key in options}}


def _cbx_arguments(parser: ArgumentParser) -> None:
    _values(parser, "RATING OPPONENT=SCORE", f"{_GAMES_HELP}; without own rating: the first one")
    parser.add_argument("--date", help="start of the event, YYYY-MM-DD (default: the rules in force)")


def _cbx_request(given: Namespace) -> dict[str, Any]:
    return {**_rating_and_games(given.values), "date": given.date}


def _xol_arguments(parser: ArgumentParser) -> None:
    _values(
        parser, "WHITE BLACK SCORE", "RATING:WINS/GAMES of both, then white's score: 1500:3/8 1900:6/10 1"
    )
    parser.add_argument("--moves", help="moves of the player who made more")


def _xol_request(given: Namespace) -> dict[str, Any]:
    white, black, result = _exactly(3, given.values)
    return {"white": _online(white), "black": _online(black), "result": result, "moves": given.moves}


def _online(text: str) -> dict[str, str | None]:
    rating, _, counts = text.partition(":")
    wins, _, games = counts.partition("/")
    return {"rating": rating or None, "wins": wins or None, "games": games or None}


def _clube_arguments(parser: ArgumentParser) -> None:
    _values(parser, "GAME", 'each game as "Ana 1-0 Bia" (0-1, ½-½; +-- for a forfeit; "Ana bye")')
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        help="NAME:RATING:GAMES, or NAME alone for a newcomer; once for each",
    )


def _clube_request(given: Namespace) -> dict[str, Any]:
    return {
        "players": dict(_member(text) for text in given.player),
        "games": [_pairing(text) for text in given.values],
    }


def _member(text: str) -> tuple[str, dict[str, str | None]]:
    name, rating, games = ([part.strip() for part in text.split(":")] + ["", ""])[:3]
    return name, {"rating": rating or None, "games": games or None}


_RESULTS = {"1-0": "1", "0-1": "0", "½-½": "0.5", "1/2-1/2": "0.5", "0.5-0.5": "0.5", "=": "0.5"}
_UNPLAYED = ("+--", "--+", "+-", "-+", "---", "wo", "w.o.")


def _pairing(text: str) -> dict[str, Any]:
    """``Ana 1-0 Bia``; names may hold blanks, the result stands between them."""
    words = text.split()
    for place, word in enumerate(words):
        white, black = " ".join(words[:place]), " ".join(words[place + 1 :])
        if word.lower() == "bye" and white and not black:
            return {"white": white, "black": None}
        if white and black and word in _RESULTS:
            return {"white": white, "black": black, "score": _RESULTS[word]}
        if white and black and word.lower() in _UNPLAYED:
            return {"white": white, "black": black, "unplayed": True}
    _misread(f'{text!r} não é uma partida como "Ana 1-0 Bia"')


def _fnx_arguments(parser: ArgumentParser) -> None:
    _values(parser, "RATING OPPONENT=SCORE", f"event: {_GAMES_HELP}")
    parser.add_argument("--mode", default="event", help="event or entry (the initial rating)")
    parser.add_argument("--rhythm", help="event: STD, RPD or BLZ (default STD)")
    parser.add_argument("--games-before", help="event: valid games before it (default 0)")
    parser.add_argument(
        "--consolidated", action="store_true", help="event: development is over whatever the games"
    )
    parser.add_argument("--entry-date", help="entry: its date (default: the base date)")
    parser.add_argument("--birth-year", help="entry: where it is proven")
    parser.add_argument("--category", help="entry: of the first event")
    parser.add_argument("--fide", help="entry: FIDE standard rating")
    parser.add_argument("--cbx", help="entry: CBX standard rating")
    for rhythm in ("std", "rpd", "blz"):
        parser.add_argument(f"--{rhythm}", default="0", help=f"entry: CBX {rhythm.upper()} tournaments")
    parser.add_argument("--previous", help="entry: previous FNX rating")
    parser.add_argument("--approval", help="entry: approved rating")


def _fnx_request(given: Namespace) -> dict[str, Any]:
    if given.mode == "entry":
        return {
            "mode": given.mode,
            "entry_date": given.entry_date,
            "birth_year": given.birth_year,
            "category": given.category,
            "fide": given.fide,
            "cbx": given.cbx,
            "cbx_tournaments": {"STD": given.std, "RPD": given.rpd, "BLZ": given.blz},
            "previous_fnx": given.previous,
            "approval": given.approval,
        }
    request = {
        "mode": given.mode,
        "rhythm": given.rhythm,
        "games_before": given.games_before,
        **_rating_and_games(given.values),
    }
    return {**request, "in_development": False} if given.consolidated else request


_COMMANDS = {
    "elo": _Command(
        "plain Elo: one game with its three outcomes, or a batch against an average opponent",
        _elo_arguments,
        _elo_request,
    ),
    "fide": _Command(
        "FIDE: a period, by the regulation or as FIDE's page computes; first rating; performance",
        _fide_arguments,
        _fide_request,
    ),
    "cbx": _Command("CBX: a period by FIDE's formula with CBX's K", _cbx_arguments, _cbx_request),
    "xol": _Command("Xadrez Online: one game of the permanent ranking", _xol_arguments, _xol_request),
    "clube": _Command("a club night: everybody's change", _clube_arguments, _clube_request),
    "fnx": _Command(
        "FNX: one event, or an entry rating with its sources compared", _fnx_arguments, _fnx_request
    ),
}
