"""Certificates and private keys from files in PEM form (RFC 7468).

Each reader raises ValueError, which says which file cannot be used and why, but not what it holds.
``cryptography`` is imported when the first file is read: most bots have none.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from pontoon.irc.small_file import content_of

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
    from cryptography.x509 import Certificate

MOST_BYTES = 4_000_000
"""Bytes of a file; a larger one is refused. All authorities of a system take a tenth of this."""


def read_certificates(path: Path) -> "list[Certificate]":
    """Return the certificates in the file at PATH, at least one, in their order."""
    content = _content_of(path)
    from cryptography.x509 import load_pem_x509_certificates

    try:
        return load_pem_x509_certificates(content)
    except ValueError:
        raise ValueError(f"{path} holds no certificate in PEM form, or a damaged one") from None


def read_private_key(path: Path) -> "PrivateKeyTypes":
    """Return the private key in the file at PATH, which may also hold certificates."""
    content = _content_of(path)
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        return load_pem_private_key(content, None)
    except TypeError:
        raise ValueError(
            f"{path} holds a private key with a passphrase: it must have none"
        ) from None
    except (ValueError, UnsupportedAlgorithm):
        raise ValueError(f"{path} holds no private key in PEM form, or a damaged one") from None


def read_own(
    certificates: Path, key: Path | None
) -> "tuple[Certificate, PrivateKeyTypes, list[Certificate]]":
    """Return the first of CERTIFICATES, its KEY, and its chain: the rest of CERTIFICATES.

    If KEY is None, both are in the same file.
    """
    certificate, *chain = read_certificates(certificates)
    private = read_private_key(key or certificates)
    if certificate.public_key() != private.public_key():
        raise ValueError(f"{key or certificates} holds another key than that of the certificate")
    return certificate, private, chain


def _content_of(path: Path) -> bytes:
    try:
        return content_of(path, MOST_BYTES, "a file of certificates or keys")
    except ValueError as wrong:
        raise ValueError(f"{path} {wrong}") from None
