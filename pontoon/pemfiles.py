"""Certificates and private keys from files in PEM form (RFC 7468).

Each reader raises ValueError, saying what is wrong, and never what the file holds. ``cryptography``
is loaded when the first file is read: most bots have none.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from pontoon import atomicfile

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import (
        CertificatePublicKeyTypes,
        PrivateKeyTypes,
        PublicKeyTypes,
    )
    from cryptography.x509 import Certificate

MOST_BYTES = 4_000_000
"""What is larger is none of these files: all the authorities of a system take a tenth of it."""


def read_certificates(path: Path) -> "list[Certificate]":
    """Return the certificates in the file at PATH, one at least, in their order."""
    content = _content_of(path)
    from cryptography.x509 import load_pem_x509_certificates

    try:
        return load_pem_x509_certificates(content)
    except ValueError:
        raise ValueError("holds no certificate in PEM form, or a damaged one") from None


def read_private_key(path: Path) -> "PrivateKeyTypes":
    """Return the private key in the file at PATH, in which there may be certificates too."""
    content = _content_of(path)
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        return load_pem_private_key(content, None)
    except TypeError:
        raise ValueError("holds a private key with a passphrase: it must have none") from None
    except (ValueError, UnsupportedAlgorithm):
        raise ValueError("holds no private key in PEM form, or a damaged one") from None


def belong_together(certificate: "Certificate", key: "PrivateKeyTypes") -> bool:
    """Tell whether CERTIFICATE is that of KEY."""
    return _written(certificate.public_key()) == _written(key.public_key())


def _content_of(path: Path) -> bytes:
    try:
        if atomicfile.stamp(path).size > MOST_BYTES:
            raise ValueError("is too large for a file of certificates or keys")
        return atomicfile.read(path)[0]
    except OSError as wrong:
        raise ValueError(f"cannot be read: {wrong.strerror}") from None


def _written(key: "CertificatePublicKeyTypes | PublicKeyTypes") -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
