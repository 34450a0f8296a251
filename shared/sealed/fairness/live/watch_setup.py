"""Checks how a table is set up: GENESIS, START, the table id, the parameters against the title (spec 2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.engine.eye import PUBLIC
from sealed.engine.kernel import view
from sealed.engine.title import BAG, Chair, Setup
from sealed.fairness.arithmetic.identifiers import table_id
from sealed.fairness.bridge.places import Places
from sealed.fairness.live.clocks import Clocks, limits_of
from sealed.fairness.live.debts import require_signature
from sealed.fairness.live.ledger import Ledger
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.live.watch_messages import hear
from sealed.fairness.live.watched import PLAY, RULES, Speaker, Watched
from sealed.fairness.payloads.codec import EntryType, parse
from sealed.fairness.signing import messages
from sealed.fairness.signing.keys import point_ok
from sealed.wire.strict import EncodingError
from sealed.wire.v1.fairness_pb2 import Agree, Commit, Genesis, Params, Start

if TYPE_CHECKING:
    from sealed.engine.title import Title
    from sealed.wire.v1.fairness_pb2 import Entry, Join


def read_genesis(w: Watched, entry: Entry) -> None:
    """Takes from entry 0 what the log is checked with: referee key, players, table id.

    Nothing is under a head yet, so what is wrong here convicts nobody.
    """
    w.index = 0
    if entry.type != EntryType.GENESIS:
        raise w.broken("LOG_PHASE", "the log does not begin with a GENESIS", Klass.D)
    w.ran("ENC_TOO_LARGE", "ENC_NOT_STRICT", "ENC_UNKNOWN_FIELD", "ENC_BAD_VALUE", "ENC_BAD_TYPE")
    try:
        genesis = parse(Genesis, entry.payload)
        params = parse(Params, genesis.params)
    except EncodingError as error:
        raise w.broken(error.code, f"GENESIS: {error.detail}", Klass.D) from None
    w.params, w.params_bytes, w.referee_pk = params, genesis.params, params.referee_pk
    w.seats = tuple(range(1, params.seats + 1))
    w.clocks = Clocks(limits_of(params.clock), w.seats)
    w.ran("KEY_WEAK")
    if not point_ok(w.referee_pk):
        raise w.broken("KEY_WEAK", "the referee's key is malformed or weak", Klass.D)
    if w.pinned_pk is not None:
        w.ran("KEY_UNPINNED")
        if w.referee_pk != w.pinned_pk:
            raise w.broken(
                "KEY_UNPINNED", "this is the log of another referee than the one asked about", Klass.L
            )
    players = [(join.pk, join.nonce) for join in genesis.joins]
    w.table_id = table_id(genesis.params, players)
    if w.pinned_table is not None and w.table_id != w.pinned_table:
        raise w.broken("GEN_TABLE_ID", "the parameters and players give another table than stated", Klass.D)


def check_genesis(w: Watched, genesis: Genesis) -> None:
    """Checks GENESIS, now under a valid head: every signature, key and commitment in it."""
    pk, params, sig = w.referee_pk, genesis.params, genesis.params_sig
    detail = "the referee did not sign these parameters"
    require_signature(w, lambda signatures: messages.verify_params(signatures, pk, params, sig), detail)
    _check_joins(w, genesis)
    _check_table_id(w, genesis)
    _check_commits(w, genesis)
    w.tape_root, w.blind_commits = genesis.tape_root, tuple(genesis.blind_commits)
    lists = {deck.deck: [(c.card, c.copies) for c in deck.cards] for deck in w.params.lists}
    w.ledger = Ledger(lists, w.params.colours, len(w.seats))
    _check_rules(w)
    _check_own(w, genesis)


def _check_joins(w: Watched, genesis: Genesis) -> None:
    w.ran("GEN_COMMIT_MISSING", "GEN_COMMIT_DUPLICATE")
    parts = (genesis.joins, genesis.commits, genesis.blind_commits)
    if any(len(part) != len(w.seats) for part in parts) or [j.seat for j in genesis.joins] != list(w.seats):
        raise w.broken("GEN_COMMIT_MISSING", "not every seat has joined and committed, in order of seats")
    for join in genesis.joins:
        w.ran("KEY_WEAK", "KEY_DUPLICATE")
        if not point_ok(join.pk):
            raise w.broken("KEY_WEAK", f"the key of seat {join.seat} is malformed or weak")
        _check_join_signature(w, genesis.params, join)
        if any(speaker.pk == join.pk for speaker in w.speakers.values()):
            raise w.broken("KEY_DUPLICATE", f"the key of seat {join.seat} sits on another seat too")
        w.speakers[join.seat] = Speaker(join.pk, join.name)


def _check_join_signature(w: Watched, params: bytes, join: Join) -> None:
    detail = f"seat {join.seat} did not sign its join for these parameters"
    require_signature(w, lambda signatures: messages.verify_join(signatures, params, join), detail)


def _check_table_id(w: Watched, genesis: Genesis) -> None:
    """The commits name the table they were made for; the head over them is the referee's word."""
    w.ran("GEN_TABLE_ID")
    for commit in genesis.commits:
        try:
            named = messages.parse_header(commit.header).table_id
        except EncodingError as error:
            raise w.broken(error.code, f"the header of a COMMIT: {error.detail}") from None
        if named != w.table_id:
            raise w.broken(
                "GEN_TABLE_ID", "a COMMIT is for another table than these parameters and players give"
            )


def _check_commits(w: Watched, genesis: Genesis) -> None:
    for seat, signed in zip(w.seats, genesis.commits, strict=True):
        heard = hear(w, signed, EntryType.COMMIT, Commit)
        if heard.seat != seat:
            raise w.broken("GEN_COMMIT_MISSING", f"the COMMIT of seat {seat} does not stand in its place")
        if heard.header.counter != 1:
            raise w.broken("ACT_COUNTER", f"the COMMIT of seat {seat} is not its message number 1")
        speaker = w.speakers[seat]
        speaker.anchor = speaker.link = heard.payload.anchor
    anchors = {speaker.anchor for speaker in w.speakers.values()}
    nonces = {join.nonce for join in genesis.joins}
    if len(anchors) != len(w.seats) or len(nonces) != len(w.seats):
        raise w.broken("GEN_COMMIT_DUPLICATE", "two seats committed the same anchor or nonce")


def _check_rules(w: Watched) -> None:
    """Finds the title and checks that this edition plays these parameters (GEN_RULES)."""
    params = w.params
    colours = [colour for chair in params.chairs for colour in chair.colours]
    if colours and sorted(colours) != list(range(1, params.colours + 1)):
        raise w.broken("GEN_RULES", "not every colour sits in exactly one chair", Klass.L)
    title = w.title_of(params.game, params.edition)
    if title is None:
        w.skip(RULES, "GEN_RULES")
        return
    w.ran("GEN_RULES")
    problem = table_problem(title, params)
    if problem:
        raise w.broken("GEN_RULES", problem, Klass.L)
    w.title, w.setup = title, setup_of(params)
    w.places = Places(title, w.setup)
    if not same_lists(title, w.setup, w.places, params):
        raise w.broken("GEN_RULES", "the card lists are not those of this edition", Klass.L)
    w.opening = title.start(w.setup)
    zones = (
        z for z, form in enumerate(title.zone_forms) if form.form == BAG and form.colour < w.setup.colours
    )
    w.bag_zones = {zone: w.places.of(zone) for zone in zones}


def setup_of(params: Params) -> Setup:
    """Returns the engine's set-up that parameters describe."""
    chairs = tuple(Chair(chair.side, tuple(chair.colours)) for chair in params.chairs)
    return Setup(chairs, tuple((option.name, option.value) for option in params.options))


def rules_problem(title: Title, params: Params) -> str:
    """Returns why a title cannot play these parameters, "" if it can (GEN_RULES, spec 2.3)."""
    problem = table_problem(title, params)
    if problem:
        return problem
    setup = setup_of(params)
    if not same_lists(title, setup, Places(title, setup), params):
        return "the card lists are not those of this edition"
    return ""


def table_problem(title: Title, params: Params) -> str:
    """Returns what of edition, seats, chairs, options and slots a title cannot play, "" if nothing."""
    if params.game != title.id or params.edition != title.edition:
        return "the table is for another title or edition"
    if params.seats not in title.seats:
        return f"{title.name} is not for {params.seats} seats"
    setup = setup_of(params)
    if setup.chairs != title.chairs(params.seats) or setup.colours != params.colours:
        return "sides and colours are not those of this edition"
    known = sorted((option.name, option.values) for option in title.options)
    if [name for name, _ in setup.options] != [name for name, _ in known]:
        return "the options are not those of this edition"
    for (name, value), (_, values) in zip(setup.options, known, strict=True):
        if value not in values:
            return f"option {name} cannot be {value!r}"
    if params.n_slots != title.slots(setup):
        return "the number of slots is not that of this edition"
    return ""


def same_lists(title: Title, setup: Setup, places: Places, params: Params) -> bool:
    """Tells whether the lists in the parameters are the title's; an empty deck may be listed or not."""
    printed = {
        places.of(zone).number: dict(cards) for zone, cards in title.deck_lists(setup).items() if cards
    }
    listed = {deck.deck: {c.card: c.copies for c in deck.cards} for deck in params.lists if deck.cards}
    return len({deck.deck for deck in params.lists}) == len(params.lists) and printed == listed


def _check_own(w: Watched, genesis: Genesis) -> None:
    """Checks that the watching seat's own bytes are unchanged (GEN_ALTERED)."""
    if w.seat is None or not w.own.join:
        return
    w.ran("GEN_ALTERED")
    join = genesis.joins[w.seat - 1].SerializeToString(deterministic=True)
    commit = genesis.commits[w.seat - 1].SerializeToString(deterministic=True)
    if join != w.own.join or commit != w.own.commit:
        raise w.broken("GEN_ALTERED", "what you sent to set up the table was changed", Klass.L)


def check_start(w: Watched, start: Start) -> None:
    """Checks that every seat has signed the set-up, and puts the public replica on the table."""
    w.ran("GEN_UNSIGNED")
    if len(start.agrees) != len(w.seats):
        raise w.broken("GEN_UNSIGNED", "the game was started without the signature of every seat")
    for seat, signed in zip(w.seats, start.agrees, strict=True):
        heard = hear(w, signed, EntryType.AGREE, Agree)
        if heard.seat != seat or heard.header.seen_size != 1:
            raise w.broken("GEN_UNSIGNED", f"seat {seat} has not signed this GENESIS")
        if heard.header.counter != 2:
            raise w.broken("ACT_COUNTER", f"the AGREE of seat {seat} is not its message number 2")
    w.phase = PLAY
    if w.opening is not None:
        w.state = view(w.opening, PUBLIC)
