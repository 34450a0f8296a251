"""Who is there: challenges, log-ins, sessions and their limits (spec 2.1, "Log-in", and 2.2, "Limits")."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.layout import HASH_SIZE
from sealed.fairness.signing.keys import point_ok
from sealed.fairness.signing.messages import LOBBY, PLAINTEXT_SPKI, login_preimage
from sealed.wire.strict import EncodingError, check_text
from sealed_referee.challenges import AGAIN, Challenges
from sealed_referee.peers import Peers
from sealed_referee.problems import ServiceError
from sealed_referee.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Callable

    from sealed.fairness.signing.keys import Signatures
    from sealed.wire.v1.referee_pb2 import LogInRequest
    from sealed_referee.options import Limits

SESSION_MS: Final = 24 * 3600 * 1000
TOKEN_BYTES: Final = 4096
"""How many bytes of a message cost a token more; all that people play with cost one."""


@dataclass(eq=False, slots=True)
class Session:
    """Is one log-in of one key. `table_id` is LOBBY, or the one table it is good for.

    `enders` end the streams that live on it when the session ends before they do.
    """

    pk: bytes
    name: str
    table_id: bytes
    token: bytes = field(repr=False)
    expires_ms: int
    bucket: TokenBucket = field(repr=False)
    enders: set[Callable[[ServiceError], None]] = field(default_factory=set, repr=False)


class Sessions:
    """Is the book of challenges and sessions of one referee."""

    def __init__(
        self,
        referee_pk: bytes,
        signatures: Signatures,
        limits: Limits,
        now_ms: Callable[[], int],
        entropy: Callable[[int], bytes],
        *,
        spki_hash: bytes = PLAINTEXT_SPKI,
    ) -> None:
        """Starts empty; nothing of it outlives the process. `spki_hash` is that of all connections."""
        self._spki_hash = spki_hash
        self._referee_pk = referee_pk
        self._signatures = signatures
        self._limits = limits
        self._now_ms = now_ms
        self._entropy = entropy
        self._challenges = Challenges(now_ms, entropy)
        self.peers = Peers(limits, now_ms)
        """Who is not logged in, by address."""
        self._by_token: dict[bytes, Session] = {}
        self._by_key: dict[bytes, list[Session]] = {}

    def __len__(self) -> int:
        """Returns how many sessions there are."""
        return len(self._by_token)

    def hello(self, pk: bytes, table_id: bytes) -> bytes:
        """Returns a challenge, good once and for 60 s. Raises ServiceError KEY_WEAK or BAD_REQUEST."""
        if not point_ok(pk):
            raise ServiceError("KEY_WEAK", "this public key could be signed for by anybody; make a new one")
        if len(table_id) != HASH_SIZE:
            raise ServiceError("BAD_REQUEST", "a table id has 32 bytes; send 32 zero bytes for the lobby")
        return self._challenges.make(pk, table_id)

    def log_in(self, request: LogInRequest, *, loopback: bool) -> Session:
        """Checks the answer to a challenge and opens a session.

        Of too many the oldest without a stream ends, or else the oldest.

        Raises ServiceError: AUTH_REPLAY, TOO_BUSY, AUTH_CHANNEL, AUTH_SIGNATURE, BAD_REQUEST.
        """
        self._challenges.answer(request.challenge, request.pk, request.table_id)
        plaintext = self._spki_hash == PLAINTEXT_SPKI
        if request.spki_hash != self._spki_hash or (plaintext and not loopback):
            raise ServiceError(
                "AUTH_CHANNEL",
                "this log-in was made for another connection than the one it came through; "
                f"check the address of the referee, then {AGAIN}",
            )
        if not self._signed(request):
            raise ServiceError("AUTH_SIGNATURE", f"the log-in is not signed by the key that asked; {AGAIN}")
        try:
            check_text(request.name.encode(), "the name")
        except EncodingError as error:
            raise ServiceError("BAD_REQUEST", f"{error.detail}; choose another name") from error
        return self._open(request, self._now_ms())

    def _signed(self, request: LogInRequest) -> bool:
        preimage = login_preimage(
            request.pk, request.table_id, self._referee_pk, request.challenge, request.spki_hash
        )
        return self._signatures.verify(request.pk, preimage, request.sig)

    def _open(self, request: LogInRequest, now: int) -> Session:
        session = Session(
            pk=request.pk,
            name=request.name,
            table_id=request.table_id,
            token=self._entropy(HASH_SIZE),
            expires_ms=now + SESSION_MS,
            bucket=TokenBucket(self._limits.burst, self._limits.per_second, now),
        )
        mine = self._by_key.setdefault(request.pk, [])
        self._by_token[session.token] = session
        mine.append(session)
        while len(mine) > self._limits.sessions:
            text = (
                f"you have logged in {self._limits.sessions} times since; go on there, or log in here again"
            )
            # A device in play keeps its stream while another one comes and goes.
            idle = next((one for one in mine[:-1] if not one.enders), mine[0])
            self.end(idle, ServiceError("SESSION_REPLACED", text))
        return session

    def find(self, token: bytes, size: int = 0) -> Session:
        """Returns the session of a token and takes a message of so many bytes from its bucket.

        Raises ServiceError NOT_LOGGED_IN or TOO_FAST.
        """
        session = self._by_token.get(token)
        now = self._now_ms()
        if session is not None and now > session.expires_ms:
            self.end(session, ServiceError("NOT_LOGGED_IN", f"the session has run out; {AGAIN}"))
            session = None
        if session is None:
            raise ServiceError("NOT_LOGGED_IN", f"this call needs a log-in; {AGAIN}")
        wait = self.charge(session, size)
        if wait:
            text = f"too many messages at once; wait {wait} ms, then send the same message again"
            raise ServiceError("TOO_FAST", text, retry_after_ms=wait)
        return session

    def charge(self, session: Session, size: int) -> int:
        """Takes a message of so many bytes from the session's bucket and returns 0.

        If there is not enough in it, takes nothing and returns in how many milliseconds there will be.
        """
        return session.bucket.take(self._now_ms(), 1 + size // TOKEN_BYTES)

    def end(self, session: Session, why: ServiceError | None = None) -> None:
        """Ends a session and the streams that live on it."""
        if self._by_token.pop(session.token, None) is None:
            return
        mine = self._by_key[session.pk]
        mine.remove(session)
        if not mine:
            del self._by_key[session.pk]
        reason = why or ServiceError("NOT_LOGGED_IN", f"you have logged out; {AGAIN}")
        for ender in tuple(session.enders):
            ender(reason)

    def allows(self, session: Session, table_id: bytes) -> bool:
        """Tells whether a session is good for a table: a lobby session for all, another for its own."""
        return session.table_id in {LOBBY, table_id}
