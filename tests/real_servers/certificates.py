"""Certificates for tests, made by openssl: of servers and of clients."""

import subprocess
from hashlib import sha256
from pathlib import Path
from ssl import PEM_cert_to_DER_cert
from typing import NamedTuple

from tests.real_servers.servers import installed


class Certificate(NamedTuple):
    """A certificate that vouches for itself, and its key: the FILE of each, in PEM."""

    file: Path
    key: Path

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate, 64 hexadecimal digits."""
        return sha256(PEM_cert_to_DER_cert(self.file.read_text())).hexdigest()


def self_signed(folder: Path, name: str = "", host: str = "127.0.0.1") -> Certificate:
    """Make a certificate for the address HOST: ``cert.pem`` and ``key.pem``, NAME before that."""
    made = Certificate(folder / f"{name}cert.pem", folder / f"{name}key.pem")
    subprocess.run(
        [
            *(installed("openssl"), "req", "-x509", "-newkey", "ec", "-nodes", "-days", "2"),
            *("-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", f"/CN={host}"),
            *("-addext", f"subjectAltName=IP:{host}"),
            *("-keyout", made.key, "-out", made.file),
        ],
        check=True,
        capture_output=True,
    )
    return made
