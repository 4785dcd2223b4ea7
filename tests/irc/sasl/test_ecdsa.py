"""ECDSA-NIST256P-CHALLENGE: what is signed, and which keys cannot."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from pontoon.irc.sasl.ecdsa import Ecdsa
from pontoon.irc.sasl.mechanisms import CannotAnswer

CHALLENGE = bytes(range(32))
KEY = ec.generate_private_key(ec.SECP256R1())


def written(
    folder: Path,
    key: ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey = KEY,
    password: bytes = b"",
) -> Path:
    """Write KEY into a file, and return that."""
    encryption = BestAvailableEncryption(password) if password else NoEncryption()
    file = folder / "key.pem"
    file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption))
    return file


def test_the_account_is_told_and_then_the_challenge_signed(tmp_path: Path) -> None:
    attempt = Ecdsa("dealer", written(tmp_path))
    assert attempt.answer(b"") == b"dealer"
    assert not attempt.is_satisfied
    signature = attempt.answer(CHALLENGE)
    KEY.public_key().verify(signature, CHALLENGE, ec.ECDSA(Prehashed(SHA256())))
    assert attempt.is_satisfied


@pytest.mark.parametrize("size", [1, 31, 33, 64, 1000])
def test_nothing_but_32_bytes_is_signed(tmp_path: Path, size: int) -> None:
    attempt = Ecdsa("dealer", written(tmp_path))
    attempt.answer(b"")
    with pytest.raises(CannotAnswer, match=f"{size} bytes"):
        attempt.answer(b"x" * size)
    assert not attempt.is_satisfied


def test_a_key_of_another_curve_is_none(tmp_path: Path) -> None:
    file = written(tmp_path, ec.generate_private_key(ec.SECP384R1()))
    with pytest.raises(CannotAnswer, match="P-256"):
        Ecdsa("dealer", file)


def test_a_key_of_another_kind_is_none(tmp_path: Path) -> None:
    file = written(tmp_path, ed25519.Ed25519PrivateKey.generate())
    with pytest.raises(CannotAnswer, match="P-256"):
        Ecdsa("dealer", file)


def test_a_key_with_a_password_cannot_be_used(tmp_path: Path) -> None:
    file = written(tmp_path, password=b"sesame")
    with pytest.raises(CannotAnswer, match="with a passphrase: it must have none"):
        Ecdsa("dealer", file)


@pytest.mark.parametrize("content", [b"", b"\xff", b"-----BEGIN PRIVATE KEY-----\nx\n"])
def test_what_is_no_key_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "key.pem"
    file.write_bytes(content)
    with pytest.raises(CannotAnswer, match=r"key\.pem holds no private key"):
        Ecdsa("dealer", file)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotAnswer, match=r"nothing\.pem cannot be read: No such file"):
        Ecdsa("dealer", tmp_path / "nothing.pem")
