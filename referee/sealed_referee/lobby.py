"""The lobby: which titles are played, which tables there are, and how a new one comes about (spec 2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.layout import HASH_SIZE
from sealed.fairness.payloads.limits import MAX_OPTIONS
from sealed.wire.strict import EncodingError, check_text
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import Clock
from sealed_referee.clocks import DEFAULT_CLOCK
from sealed_referee.opening import OpeningError, TableOpening
from sealed_referee.pages import PAGE_SIZE
from sealed_referee.problems import ServiceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sealed.engine.title import Title
    from sealed_referee.house import House
    from sealed_referee.options import Limits
    from sealed_referee.replies import Reply
    from sealed_referee.tables import RunningTable

REQUEST_ID_SIZE: Final = 16
ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
LOBBY_ID_LETTERS: Final = 8
OPEN_PHASES: Final = frozenset(range(rpc.PHASE_GATHERING, rpc.PHASE_OVER))
LISTED_PHASES: Final = frozenset(set(rpc.Phase.values()) - {rpc.PHASE_REVEALED})


class Lobby:
    """Is where tables are looked for and made."""

    def __init__(
        self,
        house: House,
        titles: Sequence[Title],
        limits: Limits,
        entropy: Callable[[int], bytes],
        spki_hash: bytes,
    ) -> None:
        """Plays the titles given, at the tables of the house; new ones state `spki_hash`."""
        self._house = house
        self._titles = {title.id: title for title in titles}
        self._limits = limits
        self._entropy = entropy
        self._spki_hash = spki_hash

    def titles(self) -> rpc.Titles:
        """Returns what can be played here, with every option."""
        return rpc.Titles(titles=[_title(title) for title in self._titles.values()])

    # -- looking -------------------------------------------------------------------------------------------

    def tables(self, request: rpc.ListTablesRequest, mine: bytes | None) -> rpc.Tables:
        """Returns a page of tables, the newest first; `mine` is the key whose tables are wanted."""
        phases = frozenset(request.phases) or LISTED_PHASES
        page = rpc.Tables()
        room = PAGE_SIZE
        for running in self._from_page(request.page):
            if not self._wanted(running, request.title, phases, mine):
                continue
            told = running.shelved or running.description(self._house.read(running), brief=True)
            if told.unlisted and mine is None:
                continue
            size = told.ByteSize() + 8
            if page.tables and size > room:
                page.next_page = running.lobby_id
                return page
            room -= size
            page.tables.append(told)
        return page

    def _from_page(self, first: str) -> Iterator[RunningTable]:
        newest_first = reversed(list(self._house.all()))
        if not first:
            yield from newest_first
            return
        if not self._house.has(first):
            raise ServiceError("BAD_PAGE", "this page is gone; start the list again without a page")
        found = False
        for running in newest_first:
            found = found or running.lobby_id == first
            if found:
                yield running

    def _wanted(self, running: RunningTable, title: str, phases: frozenset[int], mine: bytes | None) -> bool:
        at_rest = running.shelved
        if at_rest is not None:
            mine_too = mine is None or any(seat.pk == mine for seat in at_rest.seats)
            return title in {"", at_rest.title} and at_rest.phase in phases and mine_too
        try:
            table = self._house.read(running)
        except ServiceError:
            return False
        return (
            (not title or table.title.id == title)
            and table.phase in phases
            and (mine is None or table.seat_of(mine) is not None)
        )

    # -- making --------------------------------------------------------------------------------------------

    def create(
        self, request: rpc.CreateTableRequest, creator: bytes, now_ms: int, reply: Reply
    ) -> tuple[bool, RunningTable]:
        """Returns True and the table that the same request has made before, or False and a new one.

        `reply` is called for a new one only, once it is durable. Raises ServiceError: NO_SUCH_TITLE,
        BAD_OPTIONS, BAD_REQUEST, REQUEST_ID_REUSED, TOO_MANY_TABLES.
        """
        if len(request.request_id) != REQUEST_ID_SIZE:
            raise ServiceError("BAD_REQUEST", f"request_id has to be {REQUEST_ID_SIZE} random bytes")
        earlier = self._earlier(request, creator)
        if earlier is not None:
            return True, earlier
        title = self._titles.get(request.title)
        if title is None:
            known = ", ".join(sorted(self._titles))
            raise ServiceError(
                "NO_SUCH_TITLE", f"this referee has no title {request.title[:40]!r}; it has {known}"
            )
        self._check(request, creator)
        opening = TableOpening(
            lobby_id=self._new_id(),
            title=title,
            request=request,
            creator=creator,
            nonce=self._entropy(HASH_SIZE),
            secret=self._entropy(HASH_SIZE),
            spki_hash=self._spki_hash,
            created_ms=now_ms,
        )
        try:
            return False, self._house.create(opening, reply)
        except OpeningError as error:
            raise ServiceError("BAD_OPTIONS", str(error)) from error

    def _earlier(self, request: rpc.CreateTableRequest, creator: bytes) -> RunningTable | None:
        wanted = request.SerializeToString(deterministic=True)
        for running in self._house.made_by(creator):
            if running.request_id == request.request_id:
                if running.request != wanted:
                    text = "this request_id has made another table; draw a new one for a new table"
                    raise ServiceError("REQUEST_ID_REUSED", text)
                return running
        return None

    def _check(self, request: rpc.CreateTableRequest, creator: bytes) -> None:
        names = [option.name for option in request.options]
        if names != sorted(set(names)) or len(names) > MAX_OPTIONS:
            raise ServiceError("BAD_OPTIONS", "options have to ascend by name, each at most once")
        try:
            check_text(request.name.encode(), "the name")
        except EncodingError as error:
            raise ServiceError("BAD_REQUEST", f"{error.detail}; choose another name") from error
        if sum(self._open(running) for running in self._house.made_by(creator)) >= self._limits.tables:
            text = (
                f"you have {self._limits.tables} tables open; first finish one, "
                "or leave one at which nobody has a seat"
            )
            raise ServiceError("TOO_MANY_TABLES", text)

    def _open(self, running: RunningTable) -> bool:
        return running.table is not None and running.table.phase in OPEN_PHASES

    def _new_id(self) -> str:
        while True:
            drawn = self._entropy(LOBBY_ID_LETTERS)
            lobby_id = "".join(ALPHABET[byte % len(ALPHABET)] for byte in drawn)
            if not self._house.has(lobby_id):
                return lobby_id


def _title(title: Title) -> rpc.Title:
    choices = []
    for option in title.options:
        values = [option.default, *(value for value in option.values if value != option.default)]
        choices.append(
            rpc.OptionChoice(
                name=option.name,
                text=_words(option.name),
                values=values,
                texts=[_words(value) for value in values],
            )
        )
    return rpc.Title(
        id=title.id,
        name=title.name,
        edition=f"edition {title.edition.hex()[:12]}",
        edition_digest=title.edition,
        seats=title.seats,
        options=choices,
        clock=Clock(**DEFAULT_CLOCK),
    )


def _words(name: str) -> str:
    return name.replace("-", " ")
