"""Files of certificates and keys: read, or said to be wrong by the key that names them."""

import os
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
)

from pontoon.irc.pem import MAX_BYTES, read_certificates, read_own
from pontoon.service.config.ini import ConfigError
from pontoon.service.config.settings import read
from tests.support.certificates import issued

MINE = issued()
ENCRYPTED = MINE.key.private_bytes(
    Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"sesame")
)


def faults_of(folder: Path, *lines: str) -> list[str]:
    """Return what is wrong with a config.ini that has LINES in [irc]; its folder is FOLDER."""
    path = folder / "config.ini"
    path.write_text("\n".join(["[irc]", "server = irc.example.org", *lines, ""]))
    try:
        read(path, {})
    except ConfigError as error:
        return [str(fault).replace(f"{folder}/", "") for fault in error.faults]
    return []


def test_a_certificate_with_its_key_is_well(tmp_path: Path) -> None:
    MINE.written(tmp_path)
    assert faults_of(tmp_path, "tls_certificate = own.crt", "tls_key = own.key") == []


@pytest.mark.parametrize("is_key_first", [False, True])
def test_both_may_be_in_one_file(tmp_path: Path, is_key_first: bool) -> None:
    parts = [MINE.certificate_pem, MINE.key_pem]
    (tmp_path / "own.pem").write_bytes(b"".join(reversed(parts) if is_key_first else parts))
    assert faults_of(tmp_path, "tls_certificate = own.pem") == []


def test_what_a_certificate_rests_on_stands_behind_it(tmp_path: Path) -> None:
    one, two = issued(), issued()
    path = tmp_path / "own.pem"
    path.write_bytes(b"".join(each.certificate_pem for each in (MINE, one, two)) + MINE.key_pem)
    certificate, _, chain = read_own(path, None)
    assert certificate == MINE.certificate
    assert chain == [one.certificate, two.certificate]


def test_authorities_may_be_many(tmp_path: Path) -> None:
    some = [issued() for _ in range(3)]
    (tmp_path / "ca.pem").write_bytes(b"\n# Ours\n".join(each.certificate_pem for each in some))
    assert faults_of(tmp_path, "tls_ca_file = ca.pem") == []
    assert read_certificates(tmp_path / "ca.pem") == [each.certificate for each in some]


NO_CERTIFICATES = {
    "missing": (None, "cannot be read: No such file or directory"),
    "empty": (b"", "holds no certificate in PEM form, or a damaged one"),
    "junk": (b"\xff\x00", "holds no certificate in PEM form, or a damaged one"),
    "damaged": (MINE.certificate_pem[:-60], "holds no certificate in PEM form, or a damaged one"),
    "only a key": (MINE.key_pem, "holds no certificate in PEM form, or a damaged one"),
    "binary": (MINE.certificate.public_bytes(Encoding.DER), "holds no certificate in PEM form"),
    "too large": (b"\n" * (MAX_BYTES + 1), "is too large for a file of certificates or keys"),
}


@pytest.mark.parametrize("key", ["tls_ca_file", "tls_certificate"])
@pytest.mark.parametrize(("content", "why"), NO_CERTIFICATES.values(), ids=NO_CERTIFICATES)
def test_what_is_no_certificate_is_a_fault_of_config_ini(
    tmp_path: Path, key: str, content: bytes | None, why: str
) -> None:
    if content is not None:
        (tmp_path / "a.pem").write_bytes(content)
    (fault,) = faults_of(tmp_path, f"{key} = a.pem")
    assert fault.startswith(f"config.ini, line 3, [irc] {key}: a.pem {why}")


NO_KEYS = {
    "missing": (None, "cannot be read: No such file or directory"),
    "empty": (b"", "holds no private key in PEM form, or a damaged one"),
    "damaged": (MINE.key_pem[:-60], "holds no private key in PEM form, or a damaged one"),
    "a certificate": (MINE.certificate_pem, "holds no private key in PEM form, or a damaged one"),
    "another": (issued().key_pem, "holds another key than that of the certificate"),
    "encrypted": (ENCRYPTED, "holds a private key with a passphrase: it must have none"),
}


@pytest.mark.parametrize(("content", "why"), NO_KEYS.values(), ids=NO_KEYS)
def test_what_is_not_its_key_is_a_fault_of_config_ini(
    tmp_path: Path, content: bytes | None, why: str
) -> None:
    """Nothing of what a file of keys holds is shown."""
    MINE.written(tmp_path)
    path = tmp_path / "a.key"
    if content is not None:
        path.write_bytes(content)
    (fault,) = faults_of(tmp_path, "tls_certificate = own.crt", "tls_key = a.key")
    assert fault == f"config.ini, line 4, [irc] tls_key: a.key {why}"


def test_a_certificate_without_a_key_is_a_fault_of_config_ini(tmp_path: Path) -> None:
    MINE.written(tmp_path)
    (fault,) = faults_of(tmp_path, "tls_certificate = own.crt")
    assert fault.startswith("config.ini, line 3, [irc] tls_certificate: own.crt holds no private")


def test_of_a_pair_the_certificate_is_blamed_first(tmp_path: Path) -> None:
    (fault,) = faults_of(tmp_path, "tls_certificate = a", "tls_key = b")
    assert fault.startswith("config.ini, line 3, [irc] tls_certificate: a cannot be read")


def test_nobody_waits_for_a_pipe(tmp_path: Path) -> None:
    MINE.written(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(ValueError, match="cannot be read"):
            read_certificates(path)
        with pytest.raises(ValueError, match="cannot be read"):
            read_own(tmp_path / "own.crt", path)
