"""Every text of the 66 deck cards and twelve contingency sides, against a second transcription of the facts.

Notation as in facts B: X and L are the sides, inf, tank, air, fleet, carrier the kinds, `+act` another
action; a number behind an "unless" says how many of the parts after it are averted.
"""

import pytest
from south_front_texts import written_out

from sealed.games.south_front.cards import CARDS, CONTINGENCIES
from sealed.games.south_front.effects import PROGRAMS

_IT = "; move it or attack with force(it)"
_ITALY = "4+ [L piece in/adj Rome/Naples land]"

AXIS = {
    "Commando Supremo": "draw 2; +act",
    "Greco-Italian War": f"war on Greece; deploy Pact inf @Albania{_IT}",
    "Libyan Divisions": f"deploy Pact inf in/adj Benghazi land{_IT}",
    "Regia Marina": "deploy Pact fleet or attack with force(Pact fleet)",
    "Aquila Completed": "discard 2; deploy Pact carrier with air adj Naples water",
    "Decima Flottiglia MAS": "target [L fleet/carrier within 1 of [Pact inf]]; "
    "unless other shows its faction withdraw, 1; eliminate it",
    "Golden Square Coup": "only if Iraq neutral or unoccupied; gain 1; activate Iraq",
    "Italy Occupies British Somaliland": "unless other eliminates [L piece in/adj Red Sea], 1; gain 2",
    "Regia Aeronautica": "deploy Pact air; may attack with force(it) or beside it if air, Pact",
    "SM.79 Sparviero": "target [L piece within 2 of [Pact air]]; "
    "unless other shows its faction anti-air, 1; eliminate it",
    "L3/35 Tankette": "move Pact inf/tank @desert; +act",
    "Axis Seize Vichy Navy": "unless other discards 3, 2; deploy Pact fleet in/adj Algeria (if left); "
    "deploy Pact inf in/adj Algeria (if left)",
    "Government of National Salvation": "deploy Pact inf @Yugoslavia; "
    "gain 1 if controls in/adj Yugoslavia land",
    "Vichy Colonial Support": "gain floor half of controlled @Morocco/Algeria/Tunisia/Syria-Lebanon",
    "National Republican Army": "only if 1+ [Germany piece @Rome]; gain 1; may deploy Pact inf @Rome",
    "Impero Italiano": "gain ceil half of controlled "
    "@Gibraltar/Malta/Yugoslavia/Athens/Crete/Egypt/Cyprus/Palestine-Jordan/Iraq",
    "Mare Nostrum": "gain ceil half of [Pact fleet/carrier]",
    "Afrika Korps": "deploy Germany inf/tank @desert; +act",
    "Rommel Strikes!": "attack @desert with force(Germany tank); +act",
    "Luftflotte 2": "deploy Germany air @desert; Luftflotte 2; +act",
    "Operation 25": f"war on Yugoslavia; deploy Germany inf/tank adj Yugoslavia{_IT}",
    "Fallschirmjaegers": "recruit Germany inf within 2 of [Germany air]; +act",
    "Operation Herkules": f"deploy X inf adj Malta{_IT}",
    "Jagdgeschwader 27": "deploy Germany air @land; "
    "may attack @land with force(it) or beside it if air, Germany",
    "Panzer Army Africa": "deploy Germany inf/tank @desert; may attack with force(it)",
    "Monte Cassino": "deploy Germany inf @Rome; may deploy Germany inf @Rome",
    "Luftwaffe Field Divisions": f"deploy Germany inf within 0 of [Germany air]{_IT}",
    "Air Raid on Bari": "deploy Germany air @land; may attack @water with force(it)",
}
_ROCK = "deploy UK fleet @South Atlantic or deploy UK inf @Gibraltar"
ALLIES = {
    "Britain Supports Greece": "activate Greece; may deploy UK inf @Athens/Crete",
    "Operation Compass": "attack in/adj Tobruk land with force(UK); may follow up",
    "Rock of Gibraltar": f"({_ROCK}); may the other of ({_ROCK})",
    "Mediterranean Station": f"deploy UK fleet @Western Mediterranean/Eastern Mediterranean{_IT}",
    "Faith, Hope & Charity": "only if controls @Malta; gain 1; recruit UK air @Malta; Malta Depot",
    "ANZAC Reinforcements": "recruit UK inf in/adj Red Sea; may recruit UK inf in/adj Red Sea",
    "Swordfish Night Attack": "attack @water with force(UK air); +act",
    "Desert Rats": "move UK inf/tank @desert; may discard 1 for +act",
    "HMS Illustrious": "deploy UK carrier with air adj Gibraltar water",
    "Billion Dollar Gift": "draw 1; deploy UK piece",
    "King Peter Comes of Age": "only if Yugoslavia neutral or unoccupied; gain 1; activate Yugoslavia",
    "Convoy Raiders": "unless other discards 2, 1; gain 1; +act",
    "Battle of Gondar": "eliminate [UK piece in/adj Red Sea]; gain 2",
    "British Eighth Army": f"deploy UK inf/tank in/adj Egypt{_IT}",
    "Mers-el-Kebir": "unless other eliminates [Pact fleet] or shows Pact withdraw, 1; gain 2",
    "Unsinkable Carrier": "only if controls @Malta; "
    "unless other eliminates [Pact fleet] or eliminates all [X piece @desert], 1; gain 2",
    "Union Defense Force": "deploy UK inf @Egypt (if left); deploy UK air @Egypt (if left)",
    "Operation Sabine": "deploy UK inf/air adj Iraq; may attack @land with force(it) or beside it if air, UK",
    "Ethniki Antistasi": "unless other eliminates [X piece @Athens/Crete] or discards 3, 1; gain 2",
    "British 1st Airborne": "recruit UK inf within 2 of [UK air]; +act",
    "Eastern Task Force": "deploy UK fleet with inf; move it or attack with force(it or its ship)",
    "Cash and Carry": "discard 1; deploy UK piece @South Atlantic; +act",
    "Neutrality Patrols": "recruit USA fleet+fleet together @South Atlantic",
    "B-25 Mitchell": "deploy USA/UK air; +act",
    "Operation Torch": "recruit USA inf+tank+air together "
    "within 1 of [USA fleet @Western Mediterranean/Gulf of Gabes] land",
    "Bazookas": "eliminate [X tank within 1 of [USA inf]]; +act",
    "P-51 Mustang": "deploy USA air; may deploy USA air",
    "Casablanca Conference": "only if controls @Morocco/Algeria; draw 3; +act",
    "Western Task Force": "deploy USA fleet with inf; move it or attack with force(it or its ship)",
    "Armistice of Cassibile": f"only if {_ITALY}; gain 1; draw 2",
    "M-4 Sherman": "deploy USA/UK tank; +act",
    "Co-Belligerent Navy": f"only if {_ITALY}; other eliminate [Pact fleet/carrier]; +act",
    "United States Seventh Army": f"deploy USA tank{_IT}",
    "M-5 Stuart": "attack with force(USA/UK tank); +act",
    "Allied Forces Headquarters": "draw 2; move USA/UK piece; +act",
    "Dhahran Oil Field": "only if controls within 2 of Arabia land; gain 1; Arabia Victory Star",
    "French Foreign Legion": "deploy France inf; +act",
    "Geo Gras Group": "take control @Morocco/Algeria/Tunisia unoccupied, adj to [USA piece]; +act",
}
CONTINGENCY_SIDES = {
    "Bulgaria Signs Pact": "activate Bulgaria; may recruit Germany inf @Bulgaria; Bulgaria Supply Flags",
    "Bulgaria Occupies Thrace and Macedonia": "eliminate own MCF @Bulgaria; deploy Pact inf @Bulgaria; +act",
    "Gustav Line": "deploy X inf @Rome/Naples",
    "Counterattack on Anzio": "other eliminate [L piece @Rome/Naples]",
    "Night Convoy": "other gains 1; Night Convoy; +act",
    "Supply Reserves": "discard 2 or other gains 1; supply [X piece]; +act",
    "Expeditionary Force": "discard 1 or other gains 1; deploy UK inf; may discard 1 for +act",
    "Nationalist Regulars": "eliminate own MCF; deploy UK inf @there; +act",
    "Rationing": "other gains 1; draw 2; +act from round 8",
    "Canadian Aid": "draw 1; +act",
    "Task Force Diverted": "other gains 2; eliminate [X piece @South Atlantic/Red Sea]",
    "Colonial Unrest Suppression": "eliminate [UK fleet]; gain 1",
}
TEXTS = AXIS | ALLIES | CONTINGENCY_SIDES


@pytest.mark.parametrize("name", TEXTS)
def test_the_program_of_a_card_is_its_text(name):
    """Parts, order, pieces, places, conditions and "may" are those of the facts (B1, B2, B4)."""
    assert written_out(PROGRAMS[name]) == TEXTS[name]


def test_every_card_has_a_program_and_nothing_else_has():
    """Each of the 78 titles of the pack has exactly one text (B3)."""
    titles = [card.name for card in (*CARDS, *CONTINGENCIES)]
    assert sorted(titles) == sorted(TEXTS) == sorted(PROGRAMS)
    assert (len(AXIS), len(ALLIES), len(CONTINGENCY_SIDES)) == (28, 38, 12)
