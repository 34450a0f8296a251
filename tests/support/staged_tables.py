"""Tables to look at: positions of scenario files, and what can cover a table, as scenes in any language."""

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

from shown_match import ShownMatch

from sealed.engine import kernel
from sealed.fairness.audit.audit import audit
from sealed.fairness.live.verdicts import Outcome, Verdict
from sealed.fairness.record import read_record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed.games.popular_front import TITLE
from sealed.games.popular_front.board import CITY_BY_NAME
from sealed.games.popular_front.position import TABLES, build
from sealed_client.presenters import gestures
from sealed_client.presenters.manners import Manners
from sealed_client.presenters.table_presenter import TablePresenter
from sealed_client.table_view import Line, Stage
from sealed_client.words.messages import messages_of

HERE = Path(__file__).parents[1]
NAMES = ("Ana", "Luis", "Marta", "Jonas", "Eva", "Max")
"""The players: the only words on the screen that no catalogue has."""


@cache
def _match(seats):
    """Returns a match that has run for a while, so that there is a log."""
    match = ShownMatch(TITLE, seats, Random(seats))
    match.until("act")
    return match


def _position(name, question=""):
    """Returns seats, full state and who is asked, after a scenario's answers or where a question is asked."""
    document = tomllib.loads((HERE / "scenarios/popular_front" / f"{name}.toml").read_text("utf-8"))
    setup = TITLE.setup(document.get("seats", 2), document.get("options", {}))
    state = build({key: document[key] for key in TABLES if key in document}, setup).state
    for text in [step["do"] for step in document["step"] if "do" in step]:
        if question and kernel.question(state).id == question:
            break
        state, _ = kernel.apply(state, TITLE.notation.parse(text), kernel.asked(state)[0])
    return setup.seats, state, kernel.asked(state)


def presenter(language, seats, seat, state=None, **changes):
    """Returns a table's presenter that has seen a position (None: that of a match that runs)."""
    match = _match(seats)
    view = match.view(seat=seat, names=NAMES[:seats])
    if state is not None:
        asked = seat in kernel.asked(state)
        view = replace(view, state=kernel.view(state, 1 | 1 << seat if seat else 1), asked=asked)
    table = TablePresenter(
        match.match.seats[match.number].enrolment.rules, messages_of(language), Manners(), lambda: 1_000_000
    )
    table.see(replace(view, **changes), match.match.seats[match.number].follower)
    return table


def _at(language, name, seat=None, question="", **changes):
    seats, state, asked = _position(name, question)
    return presenter(language, seats, seat or asked[0], state, **changes)


def _done(table, *what):
    for gesture in what:
        table.do(gesture)
    return table.scene


@cache
def _report():
    golden = HERE / "golden/popular_front/two_short_track.ftr"
    return audit(read_record_bytes(golden.read_bytes()), title_of, load_backend())


def _first_card(table):
    return table.scene.hand.rows[0].cards[0].key


def _failed():
    return Verdict("SIG_INVALID", Outcome.FAIL, 231, "the signature does not match", blame=0)


MUSTER, BATTLE, WATCHED = "m_mustering_with_march", "m_battle_for_madrid", "m_four_players_watch_an_attack"
QUESTIONS = {
    "act": "f_01_undefended_capture_draws_once",
    "muster": "f_11_fewer_musters",
    "commit": "f_01_undefended_capture_draws_once",
    "deploy": BATTLE,
    "occupy": "f_01_undefended_capture_draws_once",
    "withdraw": "f_37_withdrawal_disk_by_disk",
    "discard": "f_05b_withdrawal_of_a_victorious_attacker",
    "against": "r_all_defenders_die",
    "lose": "r_infantry_owner_chooses",
    "destroy": "r_armor_attacker_chooses",
}
"""A scenario file in which each question is asked."""
OVER = {"result": "side 1", "cause": "rules", "asked": False}


def questions(language):
    """Returns scenes by name: one for every kind of question, and those of the pictures."""
    scenes = {name: _at(language, file, question=name).scene for name, file in QUESTIONS.items()}
    return scenes | {
        "start": presenter(language, 2, _match(2).number).scene,
        "six": presenter(language, 6, _match(6).number).scene,
        "muster-march": _at(language, MUSTER).scene,
        "battle": _at(language, BATTLE).scene,
        "watched": _at(language, WATCHED, seat=4).scene,
        "two-colours": _at(language, "f_14d_own_second_colour_is_an_ally", question="act").scene,
    }


def covers(language):
    """Returns scenes by name: everything that can lie over a table or keep it from being played."""
    card = _first_card(_at(language, MUSTER))
    lost = {"line": Line.LOST, "trouble": "The referee does not answer."}
    return {
        "why-not": _done(_at(language, MUSTER), gestures.TapSpace(CITY_BY_NAME["Merida"])),
        "facts": _done(_at(language, MUSTER), gestures.HoldSpace(CITY_BY_NAME["Madrid"])),
        "card": _done(_at(language, MUSTER), gestures.HoldCard(card)),
        "resign": _done(_at(language, MUSTER), gestures.AskResign()),
        "final": _final(language),
        "sending": _at(language, MUSTER, sending=True, asked=False).scene,
        "offline": _at(language, MUSTER, **lost).scene,
        "alarm": _at(language, MUSTER, failure=_failed(), line=Line.ENDED).scene,
        "ending": _at(language, MUSTER, stage=Stage.OVER, **OVER).scene,
        "verdict": _at(language, MUSTER, stage=Stage.REVEALED, report=_report(), **OVER).scene,
    }


def _final(language):
    """Returns the question before the point of no return."""
    table = _at(language, BATTLE)
    own = next(side for side in (table.scene.combat.attacker, table.scene.combat.defender) if side.you)
    table.do(gestures.TapCard(own.reserve[0].key))
    return table.scene


def staged(language):
    """Returns all scenes by name."""
    return questions(language) | covers(language)
