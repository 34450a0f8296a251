"""What happened at a table before this window was opened, from the verified log that the device has kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.keys import load_backend
from sealed_client.replay import Replay
from sealed_client.text.people import entry_words, people_of
from sealed_client.text.telling import Line

if TYPE_CHECKING:
    from sealed_client.follower import Follower
    from sealed_client.replay import Moment
    from sealed_client.text.people import People
    from sealed_client.words.phrases import Phrases


def whole_story(follower: Follower, phrases: Phrases, until: int) -> list[Line]:
    """Returns the story of the entries before `until`, as everybody may know it."""
    rules = follower.rules
    replay = Replay(follower.notebook.lines, lambda *_: rules.title, load_backend())
    lines: list[Line] = []
    for moment in replay.moments():
        index = moment.entry.index
        if index >= until:
            break
        sentences = moment_lines(moment, people_of(follower), phrases)
        lines += [Line(index + 1, sentence) for sentence in sentences]
    return lines


def moment_lines(moment: Moment, people: People, phrases: Phrases) -> list[str]:
    """Returns the sentences for one entry; that time was up comes before what it brings."""
    events, fact = phrases.events(moment.events, moment.state), entry_words(people, moment.entry)
    told = [fact, *events] if moment.entry.type == EntryType.TIMEOUT else [*events, fact]
    return [sentence for sentence in told if sentence]
