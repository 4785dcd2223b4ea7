"""TLS as config.ini wants it: which certificates are trusted, and which is the bot's (RFC 6125).

The import takes long, and many networks do not need TLS: import this module only when needed.
"""

from collections.abc import Sequence
from typing import Any

import idna
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.x509 import Certificate
from msgspec import Struct
from OpenSSL import SSL
from OpenSSL.crypto import X509
from service_identity import CertificateError, VerificationError
from service_identity.cryptography import (
    verify_certificate_hostname,
    verify_certificate_ip_address,
)
from twisted.internet.interfaces import IOpenSSLClientConnectionCreator
from zope.interface import implementer

from pontoon.irc.config import IrcConfig, is_address
from pontoon.irc.transport.pem import read_certificates, read_own

_CIPHERS = (
    b"ECDH+AESGCM:ECDH+CHACHA20:DH+AESGCM:DH+CHACHA20:ECDH+AES256:DH+AES256:ECDH+AES128:DH+AES:"
    b"RSA+AESGCM:RSA+AES:!aNULL:!MD5:!DSS"
)
"""For TLS 1.2, in the words of OpenSSL; TLS 1.3 has none that are weak."""

_LONGEST_CHAIN = 9
"""The authorities between a server and one that is trusted, as ``twisted.internet.ssl`` has it."""

_LONGEST_NAME = 70
"""Characters shown of the subject and of the issuer of a certificate."""

_Codes = SSL.X509VerificationCodes

_UNKNOWN_ISSUERS = frozenset(
    {
        _Codes.ERR_UNABLE_TO_GET_ISSUER_CERT,
        _Codes.ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
        _Codes.ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE,
        _Codes.ERR_SELF_SIGNED_CERT_IN_CHAIN,
    }
)
"""The errors of OpenSSL if the chain of a certificate ends at none that is trusted."""

_REASONS = {
    _Codes.ERR_DEPTH_ZERO_SELF_SIGNED_CERT: "self-signed",
    _Codes.ERR_CERT_HAS_EXPIRED: "expired",
    _Codes.ERR_CERT_NOT_YET_VALID: "not valid yet",
    _Codes.ERR_CERT_SIGNATURE_FAILURE: "wrongly signed",
    _Codes.ERR_INVALID_PURPOSE: "not meant for this",
}


class CertificateVerifier:
    """Decides whether to trust the certificate that the server HOST shows, in one handshake.

    With FINGERPRINTS (SHA-256, lower-case hex) the certificate must have one of them, and nothing
    else counts. Without them an authority must have signed it, and it must be for HOST.
    """

    def __init__(self, host: str, fingerprints: Sequence[str]) -> None:
        self._host = host
        self._fingerprints = fingerprints
        self._shown: Certificate | None = None
        self._why = ""

    @property
    def is_satisfied(self) -> bool:
        """Whether the server has shown a certificate, and it is trusted."""
        return self._shown is not None and not self._why

    @property
    def refusal(self) -> str:
        """Which certificate was refused, why, and what an admin can do; "" if none was."""
        if not self._why:
            return ""
        details = "" if self._shown is None else f"; {_details_of(self._shown)}"
        return f"the certificate of {self._host} was refused: {self._why}{details}"

    def look_at(
        self, _connection: SSL.Connection, shown: X509, error: int, depth: int, ok: int
    ) -> bool:
        """Tell OpenSSL whether to go on. It asks for each certificate; DEPTH 0 is the server's.

        A fault of a certificate further up is kept until the server's own comes too: an admin needs
        the details of that one.
        """
        try:
            certificate = shown.to_cryptography()
            if depth == 0:
                self._shown = certificate
            self._why = self._why or self._found_wrong(certificate, error, depth, is_valid=bool(ok))
        except Exception as fault:  # OpenSSL cannot report an exception
            self._why = f"it cannot be read: {fault or type(fault).__name__}"
            return False
        return not self._why or self._shown is None

    def _found_wrong(
        self, certificate: Certificate, error: int, depth: int, *, is_valid: bool
    ) -> str:
        if self._fingerprints:
            fits = depth > 0 or fingerprint_of(certificate) in self._fingerprints
            return "" if fits else "it has none of the fingerprints in tls_fingerprints"
        if not is_valid:
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
class _Connections(Struct, frozen=True):
    """Makes connections by CONTEXT to the host NAME, which is "" if it has only an address."""

    context: SSL.Context
    name: bytes

    def clientConnectionForTLS(self, _protocol: object) -> SSL.Connection:  # noqa: N802 -- Twisted's
        connection = SSL.Connection(self.context)
        if self.name:
            connection.set_tlsext_host_name(self.name)
        return connection


def connections_to(host: str, config: IrcConfig, verifier: CertificateVerifier) -> _Connections:
    """Return a maker of TLS connections (1.2 or later) to HOST, for which VERIFIER decides.

    This reads the files of CONFIG each time, since they may have been renewed. It raises ValueError
    if one of them cannot be used.
    """
    # All as ``twisted.internet.ssl`` does it, which takes 10 ms and 2 MB for what servers need.
    context = SSL.Context(SSL.TLS_CLIENT_METHOD)
    context.set_min_proto_version(SSL.TLS1_2_VERSION)
    context.set_cipher_list(_CIPHERS)
    context.set_options(SSL.OP_NO_COMPRESSION | SSL.OP_NO_TICKET)
    context.set_mode(SSL.MODE_RELEASE_BUFFERS)
    context.set_session_cache_mode(SSL.SESS_CACHE_OFF)
    context.set_verify_depth(_LONGEST_CHAIN)
    context.set_verify(SSL.VERIFY_PEER | SSL.VERIFY_FAIL_IF_NO_PEER_CERT, verifier.look_at)
    if config.tls_certificate is not None:
        key: Any
        certificate, key, chain = read_own(config.tls_certificate, config.tls_key)
        context.use_certificate(certificate)
        context.use_privatekey(key)
        for each in chain:
            context.add_extra_chain_cert(each)
    if config.tls_ca_file is None:
        context.set_default_verify_paths()
    else:
        read_certificates(config.tls_ca_file)  # OpenSSL does not say what is wrong
        context.load_verify_locations(config.tls_ca_file)
    return _Connections(context, b"" if is_address(host) else idna.encode(host))


def fingerprint_of(certificate: Certificate) -> str:
    """Return the SHA-256 fingerprint of CERTIFICATE in lower-case hex."""
    return certificate.fingerprint(SHA256()).hex()


def _in_words(error: int, depth: int) -> str:
    if error in _UNKNOWN_ISSUERS:
        return "it is signed by nobody known"
    named = (name for name, code in vars(_Codes).items() if code == error)
    reason = _REASONS.get(error) or f"faulty ({next(named, error)})"
    return f"it is {reason}" if depth == 0 else f"one in its chain is {reason}"


def _details_of(certificate: Certificate) -> str:
    try:
        names = [certificate.subject.rfc4514_string(), certificate.issuer.rfc4514_string()]
    except ValueError:
        names = ["unreadable", "unreadable"]
    subject, issuer = (name[:_LONGEST_NAME] for name in names)
    advice = f"put tls_fingerprints = {fingerprint_of(certificate)} into config.ini"
    return f"if it is the right one, {advice} (subject: {subject}; issuer: {issuer})"
