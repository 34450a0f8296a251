"""Laws of somebody on the way between a player and the referee who has a certificate of his own."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from encrypted import EncryptedGuest, MiddleMan, encrypted, someone
from table_titles import SKIRMISH

from sealed.fairness.signing.keys import load_backend
from sealed_client.desk.house import Place
from sealed_client.desk.match import play_match
from sealed_client.desk.plans import plan_of
from sealed_client.grpclib_transport import GrpclibTransport
from sealed_client.transport import ChannelRefusedError
from sealed_referee.options import Limits


def test_a_deceived_player_still_logs_in_nowhere(tmp_path):
    """Who trusts the man in the middle signs for his certificate, which the true referee refuses."""
    with encrypted(tmp_path / "store") as referee, MiddleMan(tmp_path, referee) as middle:

        async def work():
            transport = GrpclibTransport("127.0.0.1", middle.port, middle.spki_hash)
            try:
                await transport.titles()
                await transport.log_in(someone(Random(5), load_backend()), referee.public)
            finally:
                await transport.close()

        with pytest.raises(ChannelRefusedError) as refused:
            asyncio.run(asyncio.wait_for(work(), 20))
        assert refused.value.code == "AUTH_CHANNEL"


def test_a_log_in_that_was_heard_opens_nothing(tmp_path):
    """The bytes of a good log-in, sent again by somebody who heard them, are a replay (AUTH_REPLAY)."""
    with encrypted(tmp_path, SKIRMISH) as referee:
        player, thief = EncryptedGuest(referee, Random(6)), EncryptedGuest(referee, Random(7))
        heard = player.answer_to_challenge(spki_hash=referee.spki_hash)
        player.call("LogIn", heard)
        assert thief.refused("LogIn", heard).code == "AUTH_REPLAY"
        player.channel.close()
        thief.channel.close()


def test_a_whole_match_is_played_over_tls_and_verified(tmp_path):
    """Two bots play at an address of the network; all is checked, its certificate is in the parameters."""
    with encrypted(tmp_path, limits=Limits(sessions=8)) as referee:
        place = Place(referee.address.host, referee.address.port, referee.public, referee.spki_hash)
        plan = plan_of("popular-front", 2, ["round-cap=8"], "random,random")
        played = asyncio.run(asyncio.wait_for(play_match(plan, place, lambda _: None), 60))
    assert played.fair
    assert played.view.rules.params.spki_hash == referee.spki_hash
