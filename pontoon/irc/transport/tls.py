"""TLS as config.ini wants it: whose certificates are trusted, and which is our own (RFC 6125).

Importing this takes long, and many networks are used without TLS: it is imported when needed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.x509 import Certificate
from OpenSSL import SSL
from OpenSSL.crypto import X509
from service_identity import CertificateError, VerificationError
from service_identity.cryptography import (
    verify_certificate_hostname,
    verify_certificate_ip_address,
)
from twisted.internet import ssl
from twisted.internet.interfaces import IOpenSSLClientConnectionCreator
from zope.interface import implementer

from pontoon.irc.config import IrcConfig, is_address
from pontoon.irc.transport.pem import read_certificates, read_own

if TYPE_CHECKING:
    from twisted.protocols.tls import TLSMemoryBIOProtocol

_LONGEST_NAME = 70
"""Characters that are told of whom a certificate is for, and of who has signed it."""

_Codes = SSL.X509VerificationCodes

_UNKNOWN_ISSUERS = frozenset(
    {
        _Codes.ERR_UNABLE_TO_GET_ISSUER_CERT,
        _Codes.ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
        _Codes.ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE,
        _Codes.ERR_SELF_SIGNED_CERT_IN_CHAIN,
    }
)
"""What OpenSSL says where a certificate rests on none that is trusted, wherever in its chain."""

_REASONS = {
    _Codes.ERR_DEPTH_ZERO_SELF_SIGNED_CERT: "self-signed",
    _Codes.ERR_CERT_HAS_EXPIRED: "expired",
    _Codes.ERR_CERT_NOT_YET_VALID: "not valid yet",
    _Codes.ERR_CERT_SIGNATURE_FAILURE: "wrongly signed",
    _Codes.ERR_INVALID_PURPOSE: "not meant for this",
}


class CertificateVerifier:
    """Says whether the certificate that the server HOST shows is trusted, in one handshake.

    With FINGERPRINTS (SHA-256, lower-case hex) it is if it has one of them, and else not, whatever
    else may be said for or against it. Without, an authority must vouch for it, and it must be for
    HOST.
    """

    def __init__(self, host: str, fingerprints: Sequence[str]) -> None:
        self._host = host
        self._fingerprints = fingerprints
        self._shown: Certificate | None = None
        self._why = ""

    @property
    def is_satisfied(self) -> bool:
        """Whether a certificate was shown, and nothing was found wrong with it."""
        return self._shown is not None and not self._why

    @property
    def refusal(self) -> str:
        """Which certificate was refused, why, and what to do; "" if none was."""
        if not self._why:
            return ""
        if self._shown is None:
            return f"the certificate of {self._host} was refused: {self._why}"
        return f"the certificate of {self._host} was refused: {self._why}; {_told(self._shown)}"

    def look_at(
        self, _connection: SSL.Connection, shown: X509, error: int, depth: int, ok: int
    ) -> bool:
        """Tell OpenSSL whether to go on. It asks for each certificate, DEPTH 0 being the server's.

        What is wrong with one further up is kept until the server's has been seen too: it is that
        which whoever reads the log wants to know of.
        """
        try:
            certificate = shown.to_cryptography()
            if depth == 0:
                self._shown = certificate
            self._why = self._why or self._found_wrong(certificate, error, depth, is_well=bool(ok))
        except Exception as fault:  # OpenSSL itself could not tell anybody
            self._why = f"it cannot be read: {fault or type(fault).__name__}"
            return False
        return not self._why or self._shown is None

    def _found_wrong(
        self, certificate: Certificate, error: int, depth: int, *, is_well: bool
    ) -> str:
        if self._fingerprints:
            is_it = depth > 0 or fingerprint_of(certificate) in self._fingerprints
            return "" if is_it else "it has none of the fingerprints in tls_fingerprints"
        if not is_well:
            return _in_words(error, depth)
        return self._not_for_host(certificate) if depth == 0 else ""

    def _not_for_host(self, certificate: Certificate) -> str:
        try:
            if is_address(self._host):
                verify_certificate_ip_address(certificate, self._host)
            else:
                verify_certificate_hostname(certificate, self._host)
        except VerificationError:
            return "it is for another name"
        except CertificateError:
            return "it does not say for which name it is"
        return ""


@implementer(IOpenSSLClientConnectionCreator)
@dataclass(frozen=True)
class _VerifiedConnections:
    """Makes connections by OPTIONS in which VERIFIER has the last word."""

    options: Any
    verifier: CertificateVerifier

    def clientConnectionForTLS(  # noqa: N802 -- Twisted's name
        self, protocol: "TLSMemoryBIOProtocol"
    ) -> SSL.Connection:
        connection: SSL.Connection = self.options.clientConnectionForTLS(protocol)
        connection.set_verify(
            SSL.VERIFY_PEER | SSL.VERIFY_FAIL_IF_NO_PEER_CERT, self.verifier.look_at
        )
        return connection


def connections_to(
    host: str, config: IrcConfig, verifier: CertificateVerifier
) -> _VerifiedConnections:
    """Return what makes TLS connections to HOST, with TLS 1.2 or later, judged by VERIFIER.

    The files that CONFIG names are read now: they may have been renewed since the last time.
    ValueError says what is wrong with one of them.
    """
    options = {"raiseMinimumTo": ssl.TLSVersion.TLSv1_2, **_own_certificate(config)}
    trusted = _authorities(config)
    made = ssl.optionsForClientTLS(host, trusted, extraCertificateOptions=options)
    return _VerifiedConnections(made, verifier)


def fingerprint_of(certificate: Certificate) -> str:
    """Return the SHA-256 fingerprint of CERTIFICATE in lower-case hex."""
    return certificate.fingerprint(SHA256()).hex()


def _own_certificate(config: IrcConfig) -> dict[str, Any]:
    """Return what Twisted is to know of the certificate that the bot shows; nothing if none."""
    if config.tls_certificate is None:
        return {}
    own = read_own(config.tls_certificate, config.tls_key)
    return {
        "certificate": own.certificate,
        "privateKey": own.key,
        "extraCertChain": list(own.chain),
    }


def _authorities(config: IrcConfig) -> Any:
    """Return who may vouch for a server; None where it is those that the system trusts."""
    if config.tls_ca_file is None:
        return None
    found = read_certificates(config.tls_ca_file)
    certificate: Any = ssl.Certificate
    trusting: Any = ssl.trustRootFromCertificates
    return trusting([certificate(X509.from_cryptography(each)) for each in found])


def _in_words(error: int, depth: int) -> str:
    if error in _UNKNOWN_ISSUERS:
        return "it is signed by nobody known"
    named = (name for name, code in vars(_Codes).items() if code == error)
    reason = _REASONS.get(error) or f"faulty ({next(named, error)})"
    return f"it is {reason}" if depth == 0 else f"one that it rests on is {reason}"


def _told(certificate: Certificate) -> str:
    try:
        names = [certificate.subject.rfc4514_string(), certificate.issuer.rfc4514_string()]
    except ValueError:
        names = ["unreadable", "unreadable"]
    subject, issuer = (name[:_LONGEST_NAME] for name in names)
    advice = f"put tls_fingerprints = {fingerprint_of(certificate)} into config.ini"
    return f"if it is the right one, {advice} (subject: {subject}; issuer: {issuer})"
