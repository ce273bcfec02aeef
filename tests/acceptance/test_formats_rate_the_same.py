"""One event in every format that organisers send: a home that names any of them rates the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.builders import xlsx
from tests.builders.description import Description, Pairing, Player
from tests.builders.home_files import write_register
from tests.builders.native import native
from tests.builders.sm_text import pairings_text, players_text
from tests.builders.trf import trf
from tests.conftest import rows_of

CUTOFF = "2026-03-15"
NAMES = (("Conceição, Ana", "w"), ("Souza, Bento", "m"), ("Dantas, Caio", "m"), ("Melo, Dora", "w"))
PLAYERS = tuple(
    Player(number, name, sex, "", 0, 1400 + 10 * number, "BRA", "", str(990100 + number), 1980 + number)
    for number, (name, sex) in enumerate((*NAMES, ("Ítalo, Eva", "w")), start=1)
)
EVENT = Description(
    PLAYERS,
    (
        (Pairing(1, 4, "1"), Pairing(5, 2, "="), Pairing(3, None, "U")),
        (Pairing(2, 1, "0"), Pairing(4, 3, "+"), Pairing(5, None, "U")),
        (Pairing(3, 5, "1"), Pairing(1, 2, "="), Pairing(4, None, "U")),
    ),
    start_date="2026-03-07",
    end_date="2026-03-08",
)
FILES: dict[str, dict[str, bytes]] = {
    "trf": {"evento.trf": trf(EVENT).encode()},
    "native": {"evento.TUNX": native(EVENT)},
    "text": {"jogadores.txt": players_text(EVENT).encode(), "rodadas.txt": pairings_text(EVENT).encode()},
    "xlsx": {"evento.xlsx": xlsx.whole(EVENT)},
}
#: What a format cannot say alike: its own words for a result, the file's hash, and boards (a TRF has none).
OF_THE_FORMAT = ("raw_result", "file_sha256", "board")


def home_with(root: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (root / "inbox" / "events").mkdir(parents=True, exist_ok=True)
        (root / "inbox" / "events" / name).write_bytes(data)
    players = [
        {
            "fnx_id": f"FNX-{player.number}",
            "name": player.name,
            "cbx_id": player.national_id,
            "birth_year": str(player.birth_year),
            "sex": "F" if player.sex == "w" else "M",
            "uf": "RN",
        }
        for player in PLAYERS
    ]
    event = {
        "event_id": "2026-001",
        "name": "Aberto de Teste",
        "file": ";".join(files),
        "rhythm": "RPD",
        "start_date": EVENT.start_date,
        "end_date": EVENT.end_date,
        "recognition": "fnx",
        "homologation_no": "1",
        "homologated_at": "2026-03-09T10:00",
    }
    write_register(root, "players", players)
    write_register(root, "events", [event])
    return root


def test_a_home_that_names_any_of_them_rates_the_same(
    tmp_path: Path, run_list: Callable[[Path, str], Path]
) -> None:
    told = {}
    for name, files in FILES.items():
        draft = run_list(home_with(tmp_path / name / "home", files), CUTOFF)
        told[name] = {
            export: sorted(
                [(key, cell) for key, cell in row.items() if key not in OF_THE_FORMAT]
                for row in rows_of(draft / f"{export}.csv")
            )
            for export in ("list", "rankings", "ledger", "event_results", "entry_ratings", "events")
        }
    rated = [row for row in told["trf"]["ledger"] if ("rated", "true") in row]
    assert len(rated) == 2 * 5
    for name, exports in told.items():
        assert exports == told["trf"], name
