"""Certificates and private keys from files in PEM form (RFC 7468).

The readers raise ValueError, which says which file cannot be used and why, but not what it holds.
"""

from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from cryptography.x509 import Certificate, load_pem_x509_certificates

from pontoon.irc.small_file import content_of

MAX_BYTES = 4_000_000
"""Bytes of a file; a larger one is refused. All authorities of a system take a tenth of this."""


def read_certificates(path: Path) -> list[Certificate]:
    """Return the certificates in the file at PATH, at least one, in their order."""
    content = _content_of(path)
    try:
        return load_pem_x509_certificates(content)
    except ValueError:
        raise ValueError(f"{path} holds no certificate in PEM form, or a damaged one") from None


def read_own(
    certificates: Path, key: Path | None
) -> tuple[Certificate, PrivateKeyTypes, list[Certificate]]:
    """Return the first of CERTIFICATES, its KEY, and its chain: the rest of CERTIFICATES.

    If KEY is None, both are in the same file.
    """
    certificate, *chain = read_certificates(certificates)
    file = key or certificates
    content = _content_of(file)
    try:
        private = load_pem_private_key(content, None)
    except TypeError:
        why = "holds a private key with a passphrase: it must have none"
        raise ValueError(f"{file} {why}") from None
    except (ValueError, UnsupportedAlgorithm):
        raise ValueError(f"{file} holds no private key in PEM form, or a damaged one") from None
    if certificate.public_key() != private.public_key():
        raise ValueError(f"{file} holds another key than that of the certificate")
    return certificate, private, chain


def _content_of(path: Path) -> bytes:
    try:
        return content_of(path, MAX_BYTES, "a file of certificates or keys")
    except ValueError as wrong:
        raise ValueError(f"{path} {wrong}") from None
