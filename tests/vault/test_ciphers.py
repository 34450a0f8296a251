"""ChaCha20-Poly1305: the vectors of RFC 8439, and both ciphers compute the same."""

from __future__ import annotations

from random import Random

import pytest

from sealed.vault import chacha20_pure
from sealed.vault.ciphers import CIPHERS, CipherError, load_cipher

KEY = bytes(range(32))
TEXT = (
    b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
    b"sunscreen would be it."
)
SEALED = bytes.fromhex(
    "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b"
    "1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
    "3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691"
)
AEAD = (bytes(range(0x80, 0xA0)), bytes.fromhex("070000004041424344454647"))
BOUND = bytes.fromhex("50515253c0c1c2c3c4c5c6c7")


@pytest.fixture(params=CIPHERS)
def cipher(request):
    """Each cipher there is."""
    return load_cipher(request.param)


def test_the_block_function_is_that_of_the_rfc():
    """RFC 8439, 2.3.2."""
    made = chacha20_pure.block(KEY, 1, bytes.fromhex("000000090000004a00000000"))
    assert made.hex() == (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )


def test_the_authenticator_is_that_of_the_rfc():
    """RFC 8439, 2.5.2."""
    key = bytes.fromhex("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b")
    made = chacha20_pure.poly1305(key, b"Cryptographic Forum Research Group")
    assert made.hex() == "a8061dc1305136c6c22b8baf0c0127a9"


@pytest.mark.parametrize(
    ("r", "s", "message", "tag"),
    [
        ("02", "00" * 16, "ff" * 16, "03"),
        ("02", "ff" * 16, "02" + "00" * 15, "03"),
        ("01", "00" * 16, "ff" * 16 + "f0" + "ff" * 15 + "11" + "00" * 15, "05"),
    ],
)
def test_the_authenticator_carries_as_the_rfc_says(r, s, message, tag):
    """RFC 8439, A.3: sums that wrap around the prime and around 2^128."""
    key = bytes.fromhex(r).ljust(16, b"\0") + bytes.fromhex(s)
    assert chacha20_pure.poly1305(key, bytes.fromhex(message)) == bytes.fromhex(tag).ljust(16, b"\0")


def test_sealing_is_that_of_the_rfc(cipher):
    """RFC 8439, 2.8.2, both ways."""
    assert cipher.encrypt(*AEAD, TEXT, BOUND) == SEALED
    assert cipher.decrypt(*AEAD, SEALED, BOUND) == TEXT


def test_whatever_is_altered_does_not_open(cipher):
    """One bit of ciphertext, tag, nonce, key or bound data, and nothing comes out; nor of too few bytes."""
    for at in range(0, len(SEALED), 7):
        altered = bytearray(SEALED)
        altered[at] ^= 1 << at % 8
        assert cipher.decrypt(*AEAD, bytes(altered), BOUND) is None
    assert cipher.decrypt(AEAD[0], bytes(12), SEALED, BOUND) is None
    assert cipher.decrypt(bytes(32), AEAD[1], SEALED, BOUND) is None
    assert cipher.decrypt(*AEAD, SEALED, BOUND[:-1]) is None
    assert cipher.decrypt(*AEAD, SEALED[:15], BOUND) is None


def test_both_ciphers_compute_the_same():
    """At every length around the edges of a block, the pure one is the compiled one."""
    rng, pure, compiled = Random(8439), load_cipher("pure"), load_cipher("cryptography")
    for size in [*range(18), 63, 64, 65, 127, 128, 129, 1000]:
        key, nonce, plain, bound = (rng.randbytes(n) for n in (32, 12, size, rng.randrange(40)))
        sealed = compiled.encrypt(key, nonce, plain, bound)
        assert pure.encrypt(key, nonce, plain, bound) == sealed
        assert pure.decrypt(key, nonce, sealed, bound) == plain


def test_a_cipher_that_computes_something_else_is_not_used(monkeypatch):
    """A library that is there and wrong is passed over for the pure one; by name it is refused."""
    from sealed.vault import chacha20_cryptography, ciphers

    monkeypatch.setattr(chacha20_cryptography, "encrypt", lambda *_: bytes(16))
    ciphers._load.cache_clear()
    try:
        assert load_cipher().name == "pure"
        with pytest.raises(CipherError, match="something else"):
            load_cipher("cryptography")
    finally:
        ciphers._load.cache_clear()
