"""The server's side of SCRAM, written from RFC 5802 and RFC 7677, for tests."""

import hashlib
import hmac
from base64 import b64decode, b64encode


class ScramServer:
    """Knows one PASSWORD, hashed with SALT in so many ITERATIONS, and adds NONCE to the client's.

    The hash is BY that name. ``user`` is who came, as it was written.
    """

    def __init__(
        self,
        password: str,
        *,
        salt: bytes = b"0123456789ab",
        iterations: int = 4096,
        nonce: str,
        by: str = "sha256",
    ) -> None:
        self._by = by
        salted = hashlib.pbkdf2_hmac(by, password.encode(), salt, iterations)
        self._stored_key = self._hash(self._sign(salted, "Client Key"))
        self._server_key = self._sign(salted, "Server Key")
        self._nonce = nonce
        self._parameters = f"s={b64encode(salt).decode()},i={iterations}"
        self.user = ""

    def first(self, client_first: bytes) -> bytes:
        """Answer the client's first message."""
        header, self._bare = client_first.decode().split(",,", 1)
        assert header == "n"
        user, nonce = self._bare.split(",")
        self.user = user.removeprefix("n=")
        self._nonce = nonce.removeprefix("r=") + self._nonce
        self._said = f"r={self._nonce},{self._parameters}"
        return self._said.encode()

    def final(self, client_final: bytes) -> bytes:
        """Answer the client's proof with the server's own, or with an error."""
        without_proof, _, proof = client_final.decode().rpartition(",p=")
        assert without_proof == f"c={b64encode(b'n,,').decode()},r={self._nonce}"
        everything = f"{self._bare},{self._said},{without_proof}"
        signature = self._sign(self._stored_key, everything)
        key = bytes(a ^ b for a, b in zip(b64decode(proof), signature, strict=False))
        if self._hash(key) != self._stored_key:
            return b"e=invalid-proof"
        return b"v=" + b64encode(self._sign(self._server_key, everything))

    def _hash(self, content: bytes) -> bytes:
        return hashlib.new(self._by, content).digest()

    def _sign(self, key: bytes, message: str) -> bytes:
        return hmac.digest(key, message.encode(), self._by)
