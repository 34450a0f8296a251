"""The second verifier on REGROUPs (2.16): small records made by hand from the spec, good and false."""

import json
from random import Random

import pytest
from mixing_title import TITLE, TWINS
from regroup_record import Regroup, Table
from scribe import Scribe

from sealed.fairness.record import record_bytes
from second_verifier import TESTS, V, first, no_title

A, B = 256, 257
"""Two units of seat 1."""


def judged(table, tmp_path):
    """Returns exit code and line of the second verifier for a table's record."""
    file = tmp_path / "made.ftr"
    file.write_bytes(table.record())
    line, code = V.verify(str(file))
    return code, line


def deployed():
    """Returns a table where 0, 2, 8, 10 lie in unit A (1..4), 1, 3 in B (5, 6), and the rest in bag 1."""
    table = Table()
    table.draw(1, 1, 0, 11)
    table.draft(1, table.regroup(1, {}, {A: [0, 2, 8, 10], B: [1, 3]}, bag=1).act())
    return table


def load(name):
    """Returns one file of the published vectors."""
    return json.loads((TESTS / "vectors" / f"{name}.json").read_text("utf-8"))


def vectors():
    """Returns the published regroup."""
    return load("refs")["appendix_b"]["regroup"]


# ---- Honest records ----


def test_an_honest_record_with_regroups_leaves_only_the_rules(tmp_path):
    """Set-up, redeployment from and to a bag, two in a draft, an opened card, a fan, a corps sent back."""
    table = deployed()
    table.draw(2, 0, 11, 1)
    table.draft(1, table.reveal(1, 2))
    table.draft(1, table.regroup(1, {A: [1, 2, 3, 4], B: [5, 6]}, {A: [0, 2, 4], B: [3, 8]}, 1, 1).act())
    placed = table.place(1, 1, B, 1)
    mixed = table.regroup(1, {A: [7, 8, 9]}, {A: [0, 2, 4]}).act()
    spread = table.regroup(1, {B: [10, 11, 12]}, {B: [3, 8], A + 1000: [1]}).act()
    table.draft(1, placed, mixed, spread)
    table.draft(1, table.regroup(1, {}, {A + 2: [5, 6, 7, 9, 10]}, 1).act())
    table.draft(1, table.regroup(1, {A: [13, 14, 15]}, {}, into=1).act())
    table.draft(2, table.regroup(2, {}, {A: [11]}, 0).act())
    table.finish()
    code, line = judged(table, tmp_path)
    assert (code, line["failures"]) == (0, [])
    left = {one["code"] for one in line["not_checked"]}
    assert {"REGROUP_ZONE", "REGROUP_PARTIAL", "REGROUP_OWED"} <= left
    assert line["executed"]["FIN_REGROUP"] == line["executed"]["REGROUP_COUNT"] == 7


def test_where_a_reference_lies_is_left_to_the_rules(tmp_path):
    """Who has no rules cannot tell that a reference has left the zone where it was laid (end of 2.17)."""
    table = deployed()
    table.draft(1, table.regroup(1, {B: [1, 2]}, {B: [table.pages[1][0], table.pages[1][1]]}).act())
    table.finish()
    assert judged(table, tmp_path)[0] == 0


@pytest.mark.parametrize("title", [TITLE, TWINS], ids=["single", "twins"])
def test_both_pass_a_match_with_regroups(title, tmp_path):
    """A whole match of a title that regroups: exit 0, every regroup audited, nothing failed for either."""
    scribe = Scribe(title, 2, Random(1))
    scribe.begin()
    scribe.play(400)
    scribe.finish()
    data = record_bytes(scribe.record())
    (tmp_path / "match.ftr").write_bytes(data)
    line, code = V.verify(str(tmp_path / "match.ftr"))
    report = first(data, no_title)
    assert (code, line["failures"], report.failures) == (0, [], ())
    assert line["executed"]["FIN_REGROUP"] > 20
    assert {one.code for one in report.not_checked} <= {one["code"] for one in line["not_checked"]}


# ---- What convicts the referee that logged it ----


def mixed(table, change=lambda regroup: None):
    """Logs a redeployment of both units and bag 1, with one thing changed."""
    made = table.regroup(1, {A: [1, 2, 3, 4], B: [5, 6]}, {A: [0, 2, 4], B: [3, 8]}, 1, 1)
    change(made)
    return table.draft(1, made.act())


def one_more_taken(made):
    """Takes a card more from the bag and says nothing of it."""
    made.takes[0][2] += 1


def one_fewer_put(made):
    """Leaves out that a card goes into the bag."""
    made.puts[0][2] -= 1


def flow_from_another(made):
    """Says that a card came from the other unit."""
    made.flows = sorted([origin if origin == 1 else A + B - origin, *rest] for origin, *rest in made.flows)


def flow_from_nowhere(made):
    """Adds a flow between zones that take no part."""
    made.flows.append([300, 301, 1])


def two_bags_taken(made):
    """Takes cards from a second bag too."""
    made.takes.insert(1, [2, [], 1])


def two_bags_put(made):
    """Puts cards into a second bag too."""
    made.puts.insert(1, [2, [], 1])


def into_itself(made):
    """Lets a bag give itself a card."""
    made.flows.insert(0, [1, 1, 1])
    made.takes[0][2] += 1
    made.puts[0][2] += 1


def swapped(field):
    """Returns a change that exchanges the last two of a list."""

    def change(made):
        listed = getattr(made, field)
        listed[-2:] = listed[:-3:-1]

    return change


def references_unordered(made):
    """Lists the references of a zone downwards."""
    made.takes[1][1].reverse()


def a_reference_in_both(made):
    """Lists a reference under both units."""
    made.takes[2][1][:1] = made.takes[1][1][-1:]


def a_count_at_a_unit(made):
    """Gives a laid zone a count."""
    made.takes[1][2] = 4


def references_in_a_bag(made):
    """Gives a bag references."""
    made.takes[0][1] = [1]


def a_hash_again(made):
    """Puts one commitment twice."""
    made.puts[1][1][1] = made.puts[1][1][0]


def a_flow_of_none(made):
    """Writes a flow of no card."""
    made.flows.append([A + 5, B + 5, 0])


def from_bag_to_bag(made):
    """Lets a card go from one bag into another."""
    made.flows.insert(0, [1, 2, 1])
    made.takes[0][2] += 1
    made.puts[0] = [2, [], made.puts[0][2] + 1]
    made.flows = sorted([origin, 2 if target == 1 else target, n] for origin, target, n in made.flows)


def no_references(made):
    """Takes a unit and names none of its references."""
    made.takes.append([B + 7, [], 0])


def no_flows(made):
    """Says nothing of what went where."""
    made.flows = []


FALSE = {
    "a unit without references": (no_references, "REGROUP_ZONE"),
    "no flows": (no_flows, "REGROUP_ZONE"),
    "zones taken unordered": (swapped("takes"), "REGROUP_ZONE"),
    "zones put unordered": (swapped("puts"), "REGROUP_ZONE"),
    "flows unordered": (swapped("flows"), "REGROUP_ZONE"),
    "references unordered": (references_unordered, "REGROUP_ZONE"),
    "a reference in two units": (a_reference_in_both, "BLIND_REUSED"),
    "two bags taken": (two_bags_taken, "REGROUP_ZONE"),
    "two bags put": (two_bags_put, "REGROUP_ZONE"),
    "a bag into itself": (into_itself, "REGROUP_ZONE"),
    "a bag into another": (from_bag_to_bag, "REGROUP_ZONE"),
    "a unit by count": (a_count_at_a_unit, "REGROUP_ZONE"),
    "a bag by references": (references_in_a_bag, "REGROUP_ZONE"),
    "one more taken": (one_more_taken, "REGROUP_COUNT"),
    "one fewer put": (one_fewer_put, "REGROUP_COUNT"),
    "flows from another unit": (flow_from_another, "REGROUP_COUNT"),
    "a flow of other zones": (flow_from_nowhere, "REGROUP_COUNT"),
    "a commitment twice": (a_hash_again, "BLIND_REUSED"),
    "a flow of none": (a_flow_of_none, "REGROUP_ZONE"),
}


def convicts(table, index, code, tmp_path, seats=()):
    """Record and evidence convict referee (and seats) of a code at an entry; the first verifier agrees."""
    exit_code, line = judged(table, tmp_path)
    found = [(one["code"], one["class"], one["entry"], one["key"]) for one in line["failures"]]
    assert exit_code == 1
    assert found == [(code, "C", index, table.keys[who].hex()) for who in (0, *seats)]
    theirs = first(table.record(), no_title).failures
    assert found == [(str(one.code), one.klass.value, one.entry, one.key.hex()) for one in theirs]
    file = tmp_path / "made.fte"
    file.write_bytes(table.evidence(code, table.keys[0]))
    assert V.verify(str(file))[1] == 1


@pytest.mark.parametrize("name", FALSE)
def test_a_false_regroup_convicts_the_referee(name, tmp_path):
    """What the log alone shows of a REGROUP convicts the referee, without the rules, and no seat."""
    change, code = FALSE[name]
    table = deployed()
    index = mixed(table, change)
    table.finish()
    convicts(table, index, code, tmp_path)


def test_a_reference_that_nobody_made_is_not_taken(tmp_path):
    """BLIND_NOT_HELD: a number beyond the last, or another seat's."""
    for seat, ref in ((1, 7), (2, 1)):
        table = deployed()
        index = table.draft(seat, Regroup([[A, [ref], 0]], [[1, [], 1]], [[A, 1, 1]]).act())
        table.finish()
        convicts(table, index, "BLIND_NOT_HELD", tmp_path)


def test_what_was_taken_is_used_up(tmp_path):
    """BLIND_REUSED: a reference regrouped before is neither regrouped nor opened again."""
    for again in ("regroup", "reveal"):
        table = deployed()
        mixed(table)
        back = Regroup([[A, [1], 0]], [[1, [], 1]], [[A, 1, 1]]).act()
        index = table.draft(1, back if again == "regroup" else table.reveal(1, 1))
        table.finish()
        convicts(table, index, "BLIND_REUSED", tmp_path)


def test_a_commitment_seen_before_is_refused(tmp_path):
    """BLIND_REUSED: an older reference's commitment under a new number."""
    table = deployed()
    old = table.opening(1, 5)[1]
    index = mixed(table, lambda made: made.puts[1][1].__setitem__(0, old))
    table.finish()
    convicts(table, index, "BLIND_REUSED", tmp_path)


def test_a_bag_gives_no_more_than_it_holds(tmp_path):
    """HAND_COUNT: the five cards left in bag 1 are not six."""
    table = deployed()
    index = table.draft(1, table.regroup(1, {}, {A: [4, 5, 6, 7, 9, 11]}, 1).act())
    table.finish()
    convicts(table, index, "HAND_COUNT", tmp_path)


def test_numbers_run_on_over_a_regroup(tmp_path):
    """BLIND_REF_NO: the draft after a REGROUP begins with the next number, and so does one that has one."""
    table = deployed()
    mixed(table)
    index = table.draft(1, table.place(1, 1, B, 1), first=7)
    table.finish()
    convicts(table, index, "BLIND_REF_NO", tmp_path)
    table = deployed()
    made = table.regroup(1, {B: [5, 6]}, {B: [1, 3]})
    index = table.draft(1, made.act(), first=8)
    table.finish()
    convicts(table, index, "BLIND_REF_NO", tmp_path)


def test_a_draft_that_makes_nothing_names_no_first_reference(tmp_path):
    """ENC_BAD_VALUE: a REGROUP into a bag makes no references (2.16)."""
    table = deployed()
    index = table.draft(1, table.regroup(1, {B: [5, 6]}, {}, into=1).act(), first=7)
    table.finish()
    convicts(table, index, "ENC_BAD_VALUE", tmp_path)


# ---- What the end audit shows: referee and seat, which signed it ----


def test_a_smuggled_card_convicts_both(tmp_path):
    """FIN_HAND (case 85): a card that lay in the deck, said to come from the unit."""
    table = deployed()
    made = table.regroup(1, {B: [5, 6]}, {B: [1, 11]}, bag=B, into=B)
    made.takes, made.puts, made.flows = [[B, [5, 6], 0]], made.puts[1:], [[B, B, 2]]
    index = table.draft(1, made.act())
    table.finish()
    convicts(table, index, "FIN_HAND", tmp_path, [1])


def test_a_card_under_two_references_convicts_both(tmp_path):
    """FIN_HAND (case 87): one card twice, another gone."""
    table = deployed()
    made = table.regroup(1, {B: [5, 6]}, {B: [1, 1]}, into=1)
    made.puts, made.flows = [made.puts[-1]], [[B, B, 2]]
    index = table.draft(1, made.act())
    table.finish()
    convicts(table, index, "FIN_HAND", tmp_path, [1])


def test_of_equal_cards_of_a_bag_the_lowest_leave(tmp_path):
    """FIN_HAND: 5 leaves bag 1 and the equal card 4 stays (3.2); both, or 4, are fine."""
    for positions, honest in (([5], False), ([4], True), ([4, 5], True), ([5, 6], False)):
        table = deployed()
        index = table.draft(1, table.regroup(1, {}, {B + 1: positions}, 1).act())
        table.finish()
        if honest:
            assert judged(table, tmp_path)[0] == 0
        else:
            convicts(table, index, "FIN_HAND", tmp_path, [1])


def test_two_there_and_one_back_are_not_one_there(tmp_path):
    """FIN_REGROUP (case 86): the totals agree, the cells do not."""
    table = deployed()
    made = table.regroup(1, {A: [1, 2, 3, 4], B: [5, 6]}, {A: [0, 2, 1], B: [8, 10, 3]})
    assert made.flows == [[A, A, 2], [A, B, 2], [B, A, 1], [B, B, 1]]
    made.flows = [[A, A, 3], [A, B, 1], [B, B, 2]]
    index = table.draft(1, made.act())
    table.finish()
    convicts(table, index, "FIN_REGROUP", tmp_path, [1])


def test_a_card_that_went_into_the_bag_unsaid_convicts_both(tmp_path):
    """FIN_REGROUP: two cards of the bag come and one goes in, declared as one that comes."""
    table = deployed()
    made = table.regroup(1, {B: [5, 6]}, {B: [4, 5, 1]}, 1, 1)
    made.takes[0][2], made.puts, made.flows = 1, made.puts[1:], [[1, B, 1], [B, B, 2]]
    index = table.draft(1, made.act())
    table.finish()
    convicts(table, index, "FIN_REGROUP", tmp_path, [1])


def test_the_order_is_nobodys_choice(tmp_path):
    """FIN_REGROUP (case 88): an order other than that of the tags."""
    table = deployed()
    index = table.draft(1, table.regroup(1, {A: [1, 2, 3, 4]}, {A: [0, 2, 8, 10]}, order=lambda at: at).act())
    assert table.pages[1][6:] != sorted([0, 2, 8, 10], key=lambda at: table.tag(1, 7, at))
    table.finish()
    convicts(table, index, "FIN_REGROUP", tmp_path, [1])


def test_the_tag_has_the_first_number_of_its_own_act(tmp_path):
    """FIN_REGROUP: where the draft made references before, its first one gives the wrong tag."""
    units = {A: [0, 2, 8, 10]}
    for start, honest in ((8, True), (7, False)):
        table = deployed()
        placed = table.place(1, 1, B, 4)
        made = table.regroup(1, {A: [1, 2, 3, 4]}, units, order=lambda at, t=table, n=start: t.tag(1, n, at))
        index = table.draft(1, placed, made.act())
        table.finish()
        if honest:
            assert judged(table, tmp_path)[0] == 0
        else:
            convicts(table, index, "FIN_REGROUP", tmp_path, [1])


def test_a_page_that_does_not_fit_a_new_reference_convicts_the_referee(tmp_path):
    """FIN_BLIND_UNOPENED: number, seed, handle and card do not give the logged commitment."""
    table = deployed()
    index = mixed(table)
    table.pages[1][6], table.pages[1][7] = table.pages[1][7], table.pages[1][6]
    table.finish()
    convicts(table, index, "FIN_BLIND_UNOPENED", tmp_path)


# ---- The published example ----


def test_the_regroup_of_appendix_b():
    """Appendix B's draft is in form, and its cards lie in the published order of the published tags."""
    given = vectors()
    draft = V.parse("Draft", bytes.fromhex(given["draft_payload"]))
    [(field, regroup)] = V.acts_of(draft)
    assert (field, V.in_form(regroup), V.made_in(draft)) == ("regroup", True, 7)
    tid = bytes.fromhex(load("arith")["table_id"]["id"])
    seed = bytes.fromhex(load("refs")["appendix_b"]["blind_seed"]["seat1"])
    tags = {p: V.regroup_tag(seed, given["first_ref"], (2, 0, int(p))) for p in given["tags"]}
    assert {p: tag.hex() for p, tag in tags.items()} == given["tags"]
    laid = {256: given["order_256"], 257: given["order_257"]}
    n = given["first_ref"]
    for put in regroup.puts:
        assert laid[put.zone] == sorted(laid[put.zone], key=lambda one: tags[str(one[2])])
        for place, outer in zip(laid[put.zone], put.cards, strict=True):
            salt_in, salt_out = V.blind_salts(seed, n)
            inner = V.blind_inner(tid, place, salt_in)
            assert V.blind_outer(tid, 1, n, 100 + place[2], inner, salt_out) == outer
            n += 1
