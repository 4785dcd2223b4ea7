"""ECDSA-NIST256P-CHALLENGE: the bot signs a challenge with its key.

This is Atheme's own mechanism, described in doc/SASL of its source. The client sends the account,
the server answers with 32 bytes, and the client signs them as they are.
"""

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed
from cryptography.hazmat.primitives.hashes import SHA256

from pontoon.irc.sasl.mechanisms import CannotAnswer
from pontoon.irc.transport.pem import read_private_key

CHALLENGE_BYTES = 32


class Ecdsa:
    """An attempt with ACCOUNT and the private key in the PEM file KEY.

    The constructor raises CannotAnswer if the file holds no key of the curve P-256.
    """

    def __init__(self, account: str, key: Path) -> None:
        self._account = account
        self._key = _private_key(key)
        self.is_satisfied = False

    def answer(self, challenge: bytes) -> bytes:
        if not challenge:
            return self._account.encode()
        if len(challenge) != CHALLENGE_BYTES:
            raise CannotAnswer(f"a challenge of {len(challenge)} bytes came, not {CHALLENGE_BYTES}")
        self.is_satisfied = True
        return self._key.sign(challenge, ec.ECDSA(Prehashed(SHA256())))


def _private_key(file: Path) -> ec.EllipticCurvePrivateKey:
    try:
        key = read_private_key(file)
    except ValueError as wrong:
        raise CannotAnswer(str(wrong)) from None
    if isinstance(key, ec.EllipticCurvePrivateKey) and isinstance(key.curve, ec.SECP256R1):
        return key
    raise CannotAnswer(f"the key in {file} is not one of the curve P-256 (prime256v1)")
