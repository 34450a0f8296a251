"""`sealed pack check`: a pack is whole, says what is in the box, and lists what is of the house."""

import pytest

from sealed_client.desk import main


@pytest.mark.parametrize(
    "line",
    [
        "360 cards: 192 of the Allies, 168 of the Axis",
        "16 Armies on 16 stands, 47 Corps on 47 counters",
        "8 Army Supply Markers, 8 Fortress Markers, 2 Mulberries",
        "48 Allied Control Markers for 47 regions",
    ],
)
def test_the_box_of_shaef_holds_what_the_rulebook_counts(line, capsys):
    """The counts of the rulebook's list of components (2.1, 2.9)."""
    assert main(["pack", "check", "shaef"]) == 0
    assert line in capsys.readouterr().out


def test_items_of_the_house_are_listed(capsys):
    """Whoever owns the box finds everything that may differ from it."""
    assert main(["pack", "check", "shaef"]) == 0
    listed = capsys.readouterr().out.partition("House-made, free to correct (")[2]
    number, _, lines = listed.partition("):\n")
    assert int(number) == len(lines.strip().splitlines())
