"""Keys, signatures and signed messages against `sign.json`, with each signature library."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sealed.fairness.arithmetic import identifiers, merkle
from sealed.fairness.arithmetic.layout import H, LayoutError
from sealed.fairness.signing import ed25519_pure as pure
from sealed.fairness.signing import keys, messages, private
from sealed.wire.strict import EncodingError
from sealed.wire.v1.fairness_pb2 import Signed

unhex = bytes.fromhex


@pytest.fixture(scope="module")
def signing(vectors):
    return vectors("sign")


@pytest.fixture
def signers(signing, signatures) -> dict[str, keys.Signer]:
    return {who: keys.Signer(unhex(key["secret"]), signatures) for who, key in signing["keys"].items()}


@pytest.fixture(scope="module")
def table(signing) -> bytes:
    return unhex(signing["inputs"]["table_id"])


def test_public_keys_are_the_published_ones(signing, signers) -> None:
    """Every secret key of the vectors gives its public key."""
    assert {who: signer.public.hex() for who, signer in signers.items()} == {
        who: key["public"] for who, key in signing["keys"].items()
    }


def test_the_vectors_of_rfc_8032(signing, signatures) -> None:
    """Keys and signatures of RFC 8032 come out and verify."""
    for case in signing["rfc8032"]:
        secret, pk, message, sig = (unhex(case[part]) for part in ("secret", "public", "message", "sig"))
        assert signatures.public_key(secret) == pk
        assert signatures.sign(secret, message) == sig
        assert signatures.verify(pk, message, sig)


def test_every_context_has_the_published_preimage(signing, signers, table) -> None:
    """The bytes that are signed in each context are as published."""
    given = signing["inputs"]
    referee, seat1 = signers["referee"].public, signers["seat1"].public
    params, root = unhex(given["params"]), unhex(given["root"])
    header = messages.Header(seat1, table, 1, 9, 12, root, 10)
    private_message = private.private_message(table, 1, 5, private.Kind.SEED, unhex(given["seed"]))
    made = {
        "session-auth": messages.login_preimage(
            seat1, table, referee, unhex(given["challenge"]), unhex(given["spki_hash"])
        ),
        "seat-join-request": messages.join_preimage(seat1, params, 1, unhex(given["nonce"]), given["name"]),
        "player-message": messages.player_preimage(header.pack(), b"payload"),
        "sig-referee-params": messages.params_preimage(referee, params),
        "sig-referee-head": messages.head_preimage(referee, table, 12, root, 1_700_000_000_123),
        "sig-referee-private": messages.private_preimage(referee, private_message),
        "sig-referee-refusal": messages.refusal_preimage(
            referee, table, 1, 9, H(b"signed bytes"), "ACT_ILLEGAL"
        ),
    }
    assert {context: preimage.hex() for context, preimage in made.items()} == {
        case["context"]: case["preimage"] for case in signing["contexts"]
    }


def test_every_context_has_the_published_signature(signing, signers, signatures) -> None:
    """The signature in each context is as published and verifies under its signer's key only."""
    for case in signing["contexts"]:
        message, sig = unhex(case["preimage"]), unhex(case["sig"])
        assert signers[case["signer"]].sign(message) == sig
        assert [who for who, one in signers.items() if signatures.verify(one.public, message, sig)] == [
            case["signer"]
        ]


def test_no_signature_passes_for_another_context(signing, signers, signatures) -> None:
    """A signature made in one context verifies in no other."""
    for one in signing["contexts"]:
        pk, sig = signers[one["signer"]].public, unhex(one["sig"])
        for other in signing["contexts"]:
            held = signatures.verify(pk, unhex(other["preimage"]), sig)
            assert held == (one is other)


def test_weak_and_malformed_keys_are_refused(signing, signatures) -> None:
    """None of the 14 encodings of small-order points, and no malformed key, is a key (attack 51)."""
    assert len(set(signing["weak_keys"])) == 14
    for encoded in signing["weak_keys"] + signing["malformed_keys"]:
        assert not keys.point_ok(unhex(encoded))
        assert not signatures.verify(unhex(encoded), b"anything", signing_form())
    assert all(keys.point_ok(unhex(key["public"])) for key in signing["keys"].values())


def signing_form() -> bytes:
    """Returns a signature of good form."""
    return pure.sign(bytes(32), b"anything")


def test_edge_signatures_get_the_published_verdict(signing, signatures) -> None:
    """Each edge signature of Appendix B is accepted or refused as published, and so is its form."""
    edge = signing["appendix_b"]["edge"]
    pk, message = unhex(signing["keys"]["seat1"]["public"]), edge["msg_utf8"].encode()
    for name, sig, verdict, form_ok, *_ in edge["cases"]:
        assert signatures.verify(pk, message, unhex(sig)) == (verdict == "accept"), name
        assert keys.sig_form_ok(unhex(sig)) == form_ok, name


def test_the_edge_vectors_shipped_with_the_library_are_those_of_the_text(signing) -> None:
    """What a backend is tested with when it is loaded is the `edge` block of Appendix B."""
    import json
    from importlib.resources import files

    shipped = json.loads(files("sealed.fairness.signing").joinpath("edge.json").read_text("utf-8"))
    edge = signing["appendix_b"]["edge"]
    assert (shipped["pk"], shipped["msg_utf8"]) == (signing["keys"]["seat1"]["public"], edge["msg_utf8"])
    assert [[one["name"], one["sig"], one["verdict"]] for one in shipped["cases"]] == [
        case[:3] for case in edge["cases"]
    ]


class _Cofactored:
    """Verifies as libraries do that multiply by eight, so that small-order parts vanish."""

    name = "cofactored"
    public_key = staticmethod(pure.public_key)
    sign = staticmethod(pure.sign)

    @staticmethod
    def verify(pk: bytes, message: bytes, sig: bytes) -> bool:
        a, r = pure._decode(pk), pure._decode(sig[:32])
        if a is None or r is None:
            return False
        s = int.from_bytes(sig[32:], "little")
        k = pure._hash_to_scalar(sig[:32], pk, message)
        left = pure._times(8, pure._times_base(s))
        return pure._encode(left) == pure._encode(pure._times(8, pure._sum(r, pure._times(k, a))))


def test_a_cofactored_library_is_not_used() -> None:
    """A library that accepts what others refuse fails its vectors and is not used (attack 52)."""
    with pytest.raises(keys.BackendError, match="cofactored"):
        keys.check_backend(keys.Signatures(_Cofactored()))


def test_an_unknown_library_is_refused_in_words() -> None:
    """Asking for a library that is not there says which there are."""
    with pytest.raises(keys.BackendError, match="cryptography, pure"):
        keys.load_backend("enigma")


def test_without_a_name_the_native_library_is_used() -> None:
    """The native library is preferred where it is installed."""
    assert keys.load_backend().name == "cryptography"


_SCALARS = st.integers(0, pure.L - 1)
_TORSION = st.sampled_from(
    [
        "00" * 32,
        "ec" + "ff" * 30 + "7f",
        "01" + "00" * 31,
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    ]
)


@st.composite
def crafted(draw) -> tuple[bytes, bytes, bytes]:
    """Draws key, message and signature that solve the equation up to a chosen defect (spec 2.1)."""
    message = draw(st.binary(max_size=8))
    secret, nonce = draw(_SCALARS), draw(_SCALARS | st.just(0))
    torsion = pure._decode(unhex(draw(_TORSION)))
    assert torsion is not None
    a, r = pure._times_base(secret), pure._times_base(nonce)
    defect = draw(st.sampled_from(["none", "key", "commitment", "both", "S + L", "bit", "random"]))
    if defect in {"key", "both"}:
        a = pure._sum(a, torsion)
    if defect in {"commitment", "both"}:
        r = pure._sum(r, torsion)
    pk, encoded = pure._encode(a), pure._encode(r)
    k = pure._hash_to_scalar(encoded, pk, message)
    s = (nonce + k * secret) % pure.L + (pure.L if defect == "S + L" else 0)
    sig = bytearray(encoded + s.to_bytes(32, "little"))
    if defect == "bit":
        place = draw(st.integers(0, 511))
        sig[place >> 3] ^= 1 << (place & 7)
    if defect == "random":
        sig[:] = draw(st.binary(min_size=64, max_size=64))
    return pk, message, bytes(sig)


@settings(max_examples=400, deadline=None)
@given(crafted())
def test_all_libraries_give_one_verdict(case: tuple[bytes, bytes, bytes]) -> None:
    """Crafted signatures are judged alike by every library behind the form check (P8)."""
    verdicts = {name: keys.load_backend(name).verify(*case) for name in keys.BACKENDS}
    assert len(set(verdicts.values())) == 1, verdicts


@settings(max_examples=60, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=300))
def test_all_libraries_sign_alike(secret: bytes, message: bytes) -> None:
    """Keys and signatures are the same bytes from every library, and verify."""
    one, other = (keys.load_backend(name) for name in keys.BACKENDS)
    assert one.public_key(secret) == other.public_key(secret)
    sig = one.sign(secret, message)
    assert other.sign(secret, message) == sig
    assert other.verify(other.public_key(secret), message, sig)


def test_a_signer_shows_nothing_and_takes_32_bytes(signatures) -> None:
    """A secret key never shows, and only 32 bytes are one."""
    secret = bytes(range(32))
    assert repr(keys.Signer(secret, signatures)) == "<secret>"
    with pytest.raises(ValueError, match="32 bytes"):
        keys.Signer(secret[:31], signatures)


def test_a_players_message_signs_and_verifies(signing, signers, signatures, table) -> None:
    """A message signed by its header's key verifies; another payload, header or key does not."""
    seat1 = signers["seat1"]
    header = messages.Header(seat1.public, table, 1, 1, 1, bytes(32), 10)
    signed = messages.sign_player(seat1, header, b"payload")
    assert messages.parse_header(signed.header) == header
    assert messages.verify_player(signatures, signed)
    other = messages.Header(signers["seat2"].public, table, 1, 1, 1, bytes(32), 10)
    for header_bytes, payload in ((signed.header, b"other"), (other.pack(), b"payload")):
        assert not messages.verify_player(
            signatures, Signed(header=header_bytes, payload=payload, sig=signed.sig)
        )
    with pytest.raises(ValueError, match="another key"):
        messages.sign_player(seat1, other, b"payload")


@pytest.mark.parametrize("damage", ["short", "long", "label"])
def test_a_header_that_is_none_is_refused(damage: str) -> None:
    """A header has its label and exactly its fields."""
    header = messages.Header(bytes(32), bytes(32), 1, 1, 0, bytes(32), 10).pack()
    damaged = {"short": header[:-1], "long": header + b"\x00", "label": b"\x1b" + header[1:]}[damage]
    with pytest.raises(LayoutError) as caught:
        messages.parse_header(damaged)
    assert caught.value.code == "ENC_NOT_STRICT"


def test_the_head_and_player_message_of_appendix_b(signing, signers, signatures, table) -> None:
    """The head and the player message of Appendix B have its signatures."""
    given = signing["appendix_b"]
    log, player = given["log"], given["player_message"]
    head = messages.sign_head(signers["referee"], table, 1, unhex(log["root1"]), log["time_ms"])
    assert head.sig.hex() == log["head_sig"]
    assert messages.verify_head(signatures, signers["referee"].public, table, head)
    seat1 = signers["seat1"]
    header = messages.Header(
        seat1.public, table, 1, player["counter"], player["seen_size"], unhex(log["root1"]), player["type"]
    )
    signed = messages.sign_player(seat1, header, player["payload_utf8"].encode())
    assert signed.sig.hex() == player["sig"]


def test_join_and_log_in_of_appendix_b(signing, signers, signatures) -> None:
    """The join and the log-in of Appendix B have its bytes and signatures."""
    given, inputs = signing["appendix_b"], signing["inputs"]
    seat1, params = signers["seat1"], unhex(inputs["params"])
    join = messages.sign_join(seat1, params, 1, unhex(inputs["nonce"]), given["join"]["name"])
    assert join.sig.hex() == given["join"]["sig"]
    assert messages.verify_join(signatures, params, join)
    login = given["login_lobby_loopback"]
    assert messages.PLAINTEXT_SPKI.hex() == login["spki_hash"]
    preimage = messages.login_preimage(
        seat1.public,
        messages.LOBBY,
        signers["referee"].public,
        unhex(login["challenge"]),
        messages.PLAINTEXT_SPKI,
    )
    assert preimage.hex() == login["message"]
    assert seat1.sign(preimage).hex() == login["sig"]


def test_private_message_and_refusal_of_appendix_b(vectors, signers, signatures, table) -> None:
    """A private message, the draft and its refusal in Appendix B have its signatures."""
    given = vectors("refs")["appendix_b"]
    referee = signers["referee"]
    seed = messages.sign_private(referee, unhex(given["private_seed"]["message"]))
    assert seed.sig.hex() == given["private_seed"]["sig"]
    assert messages.verify_private(signatures, referee.public, seed)
    regroup, seat1 = given["regroup"], signers["seat1"]
    header = messages.Header(
        seat1.public,
        table,
        1,
        regroup["header_counter"],
        regroup["seen_size"],
        unhex(regroup["seen_root"]),
        10,
    )
    draft = messages.sign_player(seat1, header, unhex(regroup["draft_payload"]))
    assert draft.sig.hex() == regroup["sig"]
    refusal = messages.sign_refusal(referee, table, 1, given["refusal"]["counter"], draft, "HEAD_STALE")
    assert refusal.signed_hash.hex() == given["refusal"]["sha256_of_signed"]
    assert refusal.sig.hex() == given["refusal"]["sig"]
    assert messages.verify_refusal(signatures, referee.public, table, 1, refusal)
    assert not messages.verify_refusal(signatures, referee.public, table, 2, refusal)


def test_params_sign_and_verify(signers, signatures) -> None:
    """The referee's signature of parameters holds for those bytes and that key only."""
    referee = signers["referee"]
    sig = messages.sign_params(referee, b"params")
    assert messages.verify_params(signatures, referee.public, b"params", sig)
    assert not messages.verify_params(signatures, referee.public, b"param", sig)
    assert not messages.verify_params(signatures, signers["seat1"].public, b"params", sig)


@pytest.mark.parametrize(("nonce", "seat"), [(bytes(31), 1), (bytes(32), 0), (bytes(32), 256)])
def test_a_join_out_of_form_does_not_verify(signers, signatures, nonce: bytes, seat: int) -> None:
    """A join with a short nonce or an impossible seat is refused without an exception."""
    join = messages.sign_join(signers["seat1"], b"params", 1, bytes(32), "Ada")
    join.nonce, join.seat = nonce, seat
    assert not messages.verify_join(signatures, b"params", join)


def test_a_name_with_control_characters_is_not_signed(signers) -> None:
    """A player's name is a string of the protocol."""
    with pytest.raises(EncodingError):
        messages.sign_join(signers["seat1"], b"params", 1, bytes(32), "Ada\n")


def test_the_log_root_of_appendix_b_is_what_its_head_signs(signing, table) -> None:
    """The signed root is that of the one entry."""
    log = signing["appendix_b"]["log"]
    leaf = identifiers.log_leaf_hash(table, 0, log["entry0_type"], log["entry0_payload_utf8"].encode())
    assert merkle.root([leaf]).hex() == log["root1"]
