"""Combined FIDE lists of invented players, in the exact layout of the published ones, of any size.

The same seed and size give the same bytes. Belongs here: the writer, for benchmarks and for the tests, with
the oddities of real lists sprinkled in (FIDE notes, 1.2 to 1.4). Does not belong here: real people.

    python -m benchmarks.fide_lists 1950000 /tmp/lists    writes both forms, zipped as published
"""

from __future__ import annotations

import random
import sys
import zipfile
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

HEADING = (
    "ID Number      Name                                                         "
    "Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
SIZE_OF_2026 = 1_950_000
#: Federations, the first digits of their ids, and their share of the players in a thousand.
FEDERATIONS = (
    ("IND", 25, 120),
    ("RUS", 34, 90),
    ("GER", 46, 60),
    ("ESP", 22, 60),
    ("FRA", 26, 60),
    ("ITA", 28, 40),
    ("BRA", 27, 40),
    ("USA", 39, 40),
    ("POL", 11, 40),
    ("IRI", 35, 40),
    ("ARG", 20, 40),
    ("TUR", 44, 40),
    ("UKR", 14, 40),
    ("COL", 37, 40),
    ("SRI", 29, 40),
    ("KEN", 18, 40),
    ("GRE", 42, 40),
    ("CZE", 23, 40),
    ("MEX", 31, 40),
    ("FID", 53, 30),
    ("NON", 56, 20),
)
_START = (
    "Bel",
    "Cor",
    "Dal",
    "Fer",
    "Gan",
    "Hol",
    "Jar",
    "Kes",
    "Lum",
    "Mor",
    "Nor",
    "Ost",
    "Pel",
    "Quin",
    "Ros",
)
_MIDDLE = ("a", "e", "i", "o", "u", "an", "en", "in", "or", "ul", "ast", "ev", "ig", "om", "ur")
_END = ("bo", "da", "fi", "go", "ka", "lin", "mar", "nes", "po", "ra", "son", "tov", "va", "wick", "zi")
_GIVEN = (
    "Adra",
    "Bento",
    "Celma",
    "Dilan",
    "Edra",
    "Fabo",
    "Gila",
    "Hamo",
    "Iria",
    "Jolan",
    "Kira",
    "Leno",
    "Mira",
)
#: Names as lists have them; every one comes now and then, whatever the size.
ODD_NAMES = (
    "Amar,, Kahto",
    "Belke, Fredo, Dr.",
    ", Mayil K",
    "O`Rourko, Ryo (1996)",
    "Aminol, Islo 2",
    "Rivera, ,jorgo",
    "D'Aquila, Tomo",
    "-,-",
    "Bye",
    "No player2",
    "Nomesemvirgula",
    "",
    "Smith & Sons, Abe",
    "Compridissimo Sobrenome de Muitas Partes e Outras Mais, Ana Mar",
)
#: Other titles that fill their column and push the row; real lists have a handful of such rows.
LONG_TITLES = ("SI,FI,LSI,SLI,NA", "SI,FI,LSI,SLI,NAX", "FA,FT,FI,LSI,NI")
_TITLES = ("GM", "IM", "FM", "CM", "WH")
_WOMENS_TITLES = ("WGM", "WIM", "WFM", "WCM")
_OTHER_TITLES = ("NA", "FA", "IA", "FI,NA", "SI", "DI", "FST", "NI,FA")
_ONLINE_TITLES = ("AGM", "AIM", "AFM", "ACM")


class Player(NamedTuple):
    """A row, as texts. ``ratings`` holds rating, games and K of the three rhythms."""

    fide_id: str
    name: str
    federation: str
    sex: str
    title: str
    w_title: str
    o_title: str
    foa_title: str
    ratings: tuple[str, ...]
    birth: str
    flag: str


UNRATED = ("0", "0", "0")


def players(count: int, seed: int = 2026) -> Iterator[Player]:
    """``count`` players in the order of a list: by name, so that ids come in no order."""
    chance = random.Random(seed)
    ids = list(islice(_ids(count), count))
    chance.shuffle(ids)
    odd = max(count // 60, 3)
    for number, (fide_id, federation) in enumerate(ids):
        sex = "F" if chance.random() < 0.12 else "M"
        name = (
            f"{chance.choice(_START)}{chance.choice(_MIDDLE)}{chance.choice(_END)}, {chance.choice(_GIVEN)}"
        )
        if chance.random() < 0.5:
            name += f" {chance.choice(_GIVEN)}"
        if number % odd == 1:
            name = ODD_NAMES[number // odd % len(ODD_NAMES)]
        title = w_title = o_title = foa_title = ""
        draw = chance.random()
        if draw < 0.02:
            title = chance.choice(_TITLES)
        elif draw < 0.03 and sex == "F":
            title = w_title = chance.choice(_WOMENS_TITLES)
        elif draw < 0.06:
            o_title = chance.choice(_OTHER_TITLES)
        elif draw < 0.07:
            foa_title = chance.choice(_ONLINE_TITLES)
        if number % (odd * 20) == 2:
            o_title = LONG_TITLES[number // (odd * 20) % len(LONG_TITLES)]
        rated = [chance.random() < share for share in (0.3, 0.28, 0.2)]
        ratings: list[str] = []
        for is_rated in rated:
            ratings += (
                (
                    str(chance.randint(1400, 2500)),
                    str(chance.choice((0, 0, 0, 3, 9, 12))),
                    chance.choice(("40", "20")),
                )
                if is_rated
                else UNRATED
            )
        birth = (
            str(chance.randint(1935, 2020)) if chance.random() < 0.98 else chance.choice(("0", "0000", ""))
        )
        flag = ("w" if sex == "F" else "") + ("i" if any(rated) and chance.random() < 0.3 else "")
        yield Player(
            fide_id, name, federation, sex, title, w_title, o_title, foa_title, tuple(ratings), birth, flag
        )


def _ids(count: int) -> Iterator[tuple[str, str]]:
    """Ids as federations hand them out: each from its own range, mostly one after the other."""
    shares = [max(count * share // 1000, 1) for _, _, share in FEDERATIONS]
    shares[0] += max(count - sum(shares), 0)
    for (federation, prefix, _), share in zip(FEDERATIONS, shares, strict=True):
        for number in range(share):
            yield str(prefix * 1_000_000 * (10 if number % 3 == 0 else 1) + 7 * number + 13), federation


def text_row(player: Player) -> str:
    """A row of the text form; other titles longer than their column push the rest."""
    standard, rapid, blitz = (
        "{:<6}{:<4}{:<3}".format(*player.ratings[start : start + 3]) for start in (0, 3, 6)
    )
    return (
        f"{player.fide_id:<15}{player.name[:61]:<61}{player.federation:<4}{player.sex:<4}{player.title:<5}"
        f"{player.w_title:<5}{player.o_title:<15}{player.foa_title:<4}{standard}{rapid}{blitz}"
        f"{player.birth:<6}{player.flag:<4}"
    )


def text_lines(count: int, seed: int = 2026) -> Iterator[bytes]:
    """The text form, line by line."""
    yield (HEADING + "\r\n").encode("ascii")
    for player in players(count, seed):
        yield (text_row(player) + "\r\n").encode("ascii")


def xml_player(player: Player) -> str:
    """A player of the XML form: an element on each line."""
    standard, rapid, blitz = (player.ratings[start : start + 3] for start in (0, 3, 6))
    return (
        f"<player>\n<fideid>{player.fide_id}</fideid>\n<name>{escape(player.name[:61])}</name>\n"
        f"<country>{player.federation}</country>\n<sex>{player.sex}</sex>\n<title>{player.title}</title>\n"
        f"<w_title>{player.w_title}</w_title>\n<o_title>{player.o_title}</o_title>\n"
        f"<foa_title>{player.foa_title}</foa_title>\n<rating>{standard[0]}</rating>\n"
        f"<games>{standard[1]}</games>\n<k>{standard[2]}</k>\n<rapid_rating>{rapid[0]}</rapid_rating>\n"
        f"<rapid_games>{rapid[1]}</rapid_games>\n<rapid_k>{rapid[2]}</rapid_k>\n"
        f"<blitz_rating>{blitz[0]}</blitz_rating>\n<blitz_games>{blitz[1]}</blitz_games>\n"
        f"<blitz_k>{blitz[2]}</blitz_k>\n<birthday>{player.birth}</birthday>\n<flag>{player.flag}</flag>\n"
        "</player>\n"
    )


def xml_lines(count: int, seed: int = 2026) -> Iterator[bytes]:
    """The XML form, player by player, without a declaration."""
    yield b"<playerslist>\n"
    for player in players(count, seed):
        yield xml_player(player).encode("ascii")
    yield b"</playerslist>\n"


def write_zip(path: Path, member: str, lines: Iterator[bytes]) -> int:
    """An archive with one member, as FIDE's site gives it; the size of the member in bytes."""
    size = 0
    # A fixed time, so that the same list is the same file.
    info = zipfile.ZipInfo(member, (2026, 10, 8, 12, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(path, "w") as archive, archive.open(info, "w", force_zip64=True) as stream:
        while piece := b"".join(islice(lines, 10_000)):
            size += stream.write(piece)
    return size


def write_both(count: int, folder: Path) -> dict[str, int]:
    """``players_list.zip`` and ``players_list_xml.zip`` in a folder; the sizes of their members."""
    folder.mkdir(parents=True, exist_ok=True)
    return {
        name: write_zip(folder / name, member, lines)
        for name, member, lines in (
            ("players_list.zip", "players_list_foa.txt", chain(text_lines(count))),
            ("players_list_xml.zip", "players_list_xml_foa.xml", chain(xml_lines(count))),
        )
    }


if __name__ == "__main__":
    for name, size in write_both(int(sys.argv[1]), Path(sys.argv[2])).items():
        print(f"{name}: {size / 1e6:.1f} MB unpacked")
