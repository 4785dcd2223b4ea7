"""Certificates and keys, made for a test."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from pontoon.irc.config import is_address

NOW = datetime.now(UTC)
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Issued:
    """A certificate, and the private key of whom it is for."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def fingerprint(self) -> str:
        """SHA-256, in lower-case hex."""
        return self.certificate.fingerprint(SHA256()).hex()

    @property
    def certificate_pem(self) -> bytes:
        """The certificate as a file has it."""
        return self.certificate.public_bytes(Encoding.PEM)

    @property
    def key_pem(self) -> bytes:
        """The key as a file has it."""
        return self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    def written(self, folder: Path, name: str = "own") -> tuple[Path, Path]:
        """Write it into FOLDER; return where the certificate is and where the key."""
        certificate, key = folder / f"{name}.crt", folder / f"{name}.key"
        certificate.write_bytes(self.certificate_pem)
        key.write_bytes(self.key_pem)
        return certificate, key


def issued(
    *names: str,
    by: Issued | None = None,
    subject: str = "somebody",
    begins: datetime = NOW - DAY,
    ends: datetime = NOW + DAY,
    is_authority: bool = False,
    only_for: x509.ObjectIdentifier | None = None,
) -> Issued:
    """Issue a certificate for SUBJECT and NAMES, signed BY an authority, or else by itself.

    It can be used for anything unless it says what ONLY_FOR.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    name = _name(subject)
    signer = by.key if by is not None else key
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(by.certificate.subject if by is not None else name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(ends)
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
    )
    if names:
        alternatives = x509.SubjectAlternativeName(_alternatives(names))
        builder = builder.add_extension(alternatives, critical=False)
    if only_for is not None:
        builder = builder.add_extension(x509.ExtendedKeyUsage([only_for]), critical=False)
    return Issued(builder.sign(signer, SHA256()), key)


def authority(subject: str = "an authority", *, ends: datetime = NOW + DAY) -> Issued:
    """Return an authority that nobody trusts by itself."""
    return issued(subject=subject, ends=ends, is_authority=True)


def _name(subject: str) -> x509.Name:
    return x509.Name.from_rfc4514_string(subject if "=" in subject else f"CN={subject}")


def _alternatives(names: Sequence[str]) -> list[x509.GeneralName]:
    return [
        x509.IPAddress(ip_address(name)) if is_address(name) else x509.DNSName(name)
        for name in names
    ]
