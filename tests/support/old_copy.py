"""A referee whose store is an old copy: the folder is copied, the party plays on, the copy is put back."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from loopback import Party, referee

from sealed.fairness.audit.audit import audit
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.record import read_record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.wire.v1 import referee_pb2 as rpc
from sealed.wire.v1.fairness_pb2 import ActEntry, Draft, Head, Notice
from sealed_client.recovery import pages

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from random import Random

    from loopback import Player

    from sealed.engine.title import Title
    from sealed.wire.v1.fairness_pb2 import Entry
    from sealed_referee.embedded import EmbeddedReferee


class OldCopy:
    """Is a party at a referee that has just been started on an old copy of its store."""

    def __init__(self, folder: Path, title: Title, rng: Random, seats: int = 2, **more) -> None:
        """Sits a party down at a referee on `folder`/store; `more` goes to the referee."""
        self._folder, self._title, self._more = folder, title, more
        self.serving = self._serve()
        self.party = Party(self.serving, title, rng, seats)

    def _serve(self) -> EmbeddedReferee:
        return referee(self._folder / "store", self._title, **self._more).__enter__()

    def copy(self) -> None:
        """Stops the referee, copies its store and starts it again; everybody comes back."""
        self.restart(lambda: shutil.copytree(self._folder / "store", self._folder / "old"))
        self.party.reconnect(self.serving)

    def restore(self) -> int:
        """Puts the old copy in the place of the store; nobody is back yet. Returns the size before."""
        held = max(player.seat.follower.verifier.size for player in self.party.players)
        store = self._folder / "store"
        self.restart(lambda: (shutil.rmtree(store), shutil.copytree(self._folder / "old", store)))
        return held

    def restart(self, between: Callable[[], object] = lambda: None) -> None:
        """Stops the referee and starts it again."""
        self.party.close()
        self.serving.stop()
        between()
        self.serving = self._serve()
        for player in self.party.players:
            player.stream = None
            player.guest.connect(self.serving)
            player.guest.log_in()

    def close(self) -> None:
        """Ends everything."""
        self.party.close()
        self.serving.stop()

    # -- at the referee that was restored --------------------------------------------------------------------

    def table(self) -> rpc.TableDescription:
        """Returns what the referee says of the table."""
        return self.party.players[0].guest.call("GetTable", self.party.ref)

    def give_back(self, player: Player) -> int:
        """Lets a player's device bring what it holds; returns the size of the log then."""
        size = self.table().head.size
        for batches, handles in pages(player.seat.follower, size):
            request = rpc.PutEntriesRequest(table=player.table, batches=batches, handles=handles)
            size = player.guest.call("PutEntries", request).size
        return size

    def finish(self) -> list[Entry]:
        """Plays to the end and audits; returns the log, which is sound and holds every head ever signed."""
        self.party.play()
        self.party.finish()
        audited = lambda: all(not one.seat.outbox.waiting for one in self.party.players)  # noqa: E731
        self.party.pump(audited)
        call = rpc.GetRecordRequest(table=self.party.ref)
        record = read_record_bytes(
            b"".join(page.data for page in self.party.players[0].guest.call("GetRecord", call))
        )
        report = audit(record, lambda *_: self._title, load_backend())
        assert report.verdict == "PASS", report.failures
        heads = {line.size: line.root for line in record.lines if isinstance(line, Head)}
        for player in self.party.players:
            held = [line for line in player.seat.follower.notebook.lines if isinstance(line, Head)]
            assert all(heads[head.size] == head.root for head in held)
        return [line for line in record.lines if not isinstance(line, Head)]


def notices(entries: Sequence[Entry]) -> list[str]:
    """Returns the kinds of the notices in a log, in order."""
    return [Notice.FromString(one.payload).kind for one in entries if one.type == EntryType.NOTICE]


def lays(entry: Entry) -> bool:
    """Tells whether an entry makes references."""
    if entry.type != EntryType.ACT:
        return False
    draft = Draft.FromString(ActEntry.FromString(entry.payload).msg.payload)
    return any(act.HasField("place") or act.HasField("show") for step in draft.steps for act in step.cards)
