"""TLS as config.ini wants it: which servers are trusted, and what the bot shows of itself."""

from collections.abc import Sequence
from typing import Any

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.x509 import Certificate
from msgspec import Struct
from OpenSSL import SSL
from OpenSSL.crypto import X509, X509StoreContext, X509StoreContextError
from service_identity import VerificationError
from service_identity.cryptography import (
    verify_certificate_hostname,
    verify_certificate_ip_address,
)
from twisted.internet import ssl
from twisted.internet.interfaces import IOpenSSLClientConnectionCreator
from zope.interface import implementer

from pontoon.irc.config import IrcConfig, is_address
from pontoon.irc.pem import read_certificates, read_own

_trust_root: Any = ssl.trustRootFromCertificates  # it has no types

_MAX_NAME = 70
"""Characters shown of the subject and of the issuer of a certificate."""


@implementer(IOpenSSLClientConnectionCreator)
class _Unverified(Struct, frozen=True):
    """Makes connections to HOST by OPTIONS, whoever answers: the caller looks at fingerprints."""

    host: str
    options: Any

    def clientConnectionForTLS(self, protocol: Any) -> SSL.Connection:  # noqa: N802 -- Twisted's
        connection: SSL.Connection = self.options.clientConnectionForTLS(protocol)
        if not is_address(self.host):
            connection.set_tlsext_host_name(self.host.encode())
        return connection


def connections_to(host: str, config: IrcConfig) -> Any:
    """Return a maker of TLS connections (1.2 or later) to HOST.

    This reads the files of CONFIG each time, since they may have been renewed. It raises ValueError
    if one of them cannot be used.
    """
    own: dict[str, Any] = {}
    if config.tls_certificate is not None:
        certificate, key, chain = read_own(config.tls_certificate, config.tls_key)
        own = {"certificate": certificate, "privateKey": key, "extraCertChain": chain}
    if config.tls_fingerprints:
        return _Unverified(host, ssl.CertificateOptions(**own))
    trusted: Any = None  # those of the system
    if config.tls_ca_file is not None:
        authorities = map(X509.from_cryptography, read_certificates(config.tls_ca_file))
        trusted = _trust_root(map(ssl.Certificate, authorities))
    return ssl.optionsForClientTLS(host, trusted, extraCertificateOptions=own)


def why_refused(connection: SSL.Connection, host: str, fingerprints: Sequence[str]) -> str:
    """Return why the certificate shown over CONNECTION is not the one of HOST; "" if it is.

    With FINGERPRINTS (SHA-256, lower-case hex) it must have one of them, and nothing else counts.
    Without them OpenSSL has found that an authority signed it, but ``optionsForClientTLS`` accepts
    any name if one in the certificate is malformed, such as ``*.lan``.
    """
    shown = connection.get_peer_certificate()
    if shown is None:
        return "the server shows no certificate"
    try:
        certificate = shown.to_cryptography()
    except ValueError as why:
        return f"the certificate of {host} cannot be read: {why}"
    if not fingerprints:
        return _not_for_host(certificate, host)
    if fingerprint_of(certificate) in fingerprints:
        return ""
    return _refusal(certificate, host, "it has none of the fingerprints in tls_fingerprints")


def why_failed(connection: SSL.Connection, host: str, reason: str) -> str:
    """Return why the handshake of CONNECTION with HOST has failed, for which OpenSSL gives REASON.

    OpenSSL says only that it did not verify the certificate, and not what is wrong with it.
    """
    chain = connection.get_peer_cert_chain() or []
    if not chain or connection.get_verify_mode() == SSL.VERIFY_NONE:
        return reason
    shown, *others = chain
    store: Any = connection.get_context().get_cert_store()
    try:
        certificate = shown.to_cryptography()
        X509StoreContext(store, shown, others).verify_certificate()
    except X509StoreContextError as error:
        _, depth, why = error.errors
        return _refusal(certificate, host, f"{why} (in its chain)" if depth else why)
    except ValueError as fault:
        return f"the certificate of {host} cannot be read: {fault}"
    if "certificate verify failed" in reason:  # it may be one for clients only
        return _refusal(certificate, host, "it is not meant for this")
    return _not_for_host(certificate, host) or reason


def fingerprint_of(certificate: Certificate) -> str:
    """Return the SHA-256 fingerprint of CERTIFICATE in lower-case hex."""
    return certificate.fingerprint(SHA256()).hex()


def _not_for_host(certificate: Certificate, host: str) -> str:
    """Return a refusal if CERTIFICATE is not for HOST; "" if it is."""
    try:
        if is_address(host):
            verify_certificate_ip_address(certificate, host)
        else:
            verify_certificate_hostname(certificate, host)
    except VerificationError:
        return _refusal(certificate, host, "it is for another name")
    except Exception:  # CertificateError, or an extension that cannot be read
        return _refusal(certificate, host, "it does not say for which name it is")
    return ""


def _refusal(certificate: Certificate, host: str, why: str) -> str:
    """Return which CERTIFICATE was refused, WHY, and what an admin can do."""
    try:
        names = [certificate.subject.rfc4514_string(), certificate.issuer.rfc4514_string()]
    except ValueError:
        names = ["unreadable", "unreadable"]
    subject, issuer = (name[:_MAX_NAME] for name in names)
    advice = f"put tls_fingerprints = {fingerprint_of(certificate)} into config.ini"
    return (
        f"the certificate of {host} was refused: {why}; if it is the right one, {advice}"
        f" (subject: {subject}; issuer: {issuer})"
    )
