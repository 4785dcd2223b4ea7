"""Where a server is: its host, its port, and whether the way there is encrypted."""

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address


@dataclass(frozen=True, slots=True)
class Place:
    """Where to connect to: HOST is a name or an address, as config.ini has it."""

    host: str
    port: int
    tls: bool

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}{' with TLS' if self.tls else ''}"


def is_address(host: str) -> bool:
    """Tell whether HOST is an IP address and no name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Tell whether HOST is an address by which a machine reaches itself; no name is one."""
    if not is_address(host):
        return False
    address = ip_address(host)
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped.is_loopback
    return address.is_loopback
