"""SASL and its mechanisms, and what each of them needs."""

from collections.abc import Mapping
from types import MappingProxyType

KEYS_OF_MECHANISMS: Mapping[str, str] = MappingProxyType(
    {
        "EXTERNAL": "tls_certificate",
        "ECDSA-NIST256P-CHALLENGE": "sasl_key",
        "SCRAM-SHA-512": "account_password",
        "SCRAM-SHA-256": "account_password",
        "PLAIN": "account_password",
    }
)
"""The key of config.ini that each SASL mechanism needs, the best mechanism first."""

MECHANISMS = tuple(KEYS_OF_MECHANISMS)
"""In that order: the better, the less the server learns of the secret."""
