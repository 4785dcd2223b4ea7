"""Which servers the bot trusts by their certificates, and what it says of the others."""

from datetime import datetime
from pathlib import Path

import pytest
from cryptography.x509.oid import ExtendedKeyUsageOID

from tests.support.certificates import DAY, NOW, Issued, authority, issued
from tests.support.line import Line
from tests.support.memory_reactor import Net, NetServer

pytestmark = pytest.mark.slow

HOST = "irc.example.org"
REFUSED = f"cannot connect: TLS: the certificate of {HOST} was refused: "


def meeting(folder: Path, server: Issued, host: str = HOST, /, **irc: object) -> Line:
    """Have a bot of settings IRC connect to SERVER by the name HOST."""
    return Line(folder, Net({6697: NetServer(server)}), server=host, **irc)


def is_in(line: Line) -> bool:
    """Tell whether the bot has spoken."""
    return b"NICK" in line.visit.received


def why_not(line: Line) -> str:
    """Return why the bot has refused the certificate, and is not in."""
    assert not is_in(line)
    assert line.visit.received == b""
    assert line.visit.is_over
    (why,) = line.said(REFUSED)
    return why


def trusting(folder: Path, *authorities: Issued) -> Path:
    """Write the certificates of AUTHORITIES into a file; return its path."""
    path = folder / "authorities.pem"
    path.write_bytes(b"".join(each.certificate_pem for each in authorities))
    return path


# Authorities


def test_an_authority_of_ones_own_vouches_for_a_server(tmp_path: Path) -> None:
    ours = authority()
    ca_file = trusting(tmp_path, authority("another"), ours)
    assert is_in(meeting(tmp_path, issued(HOST, by=ours), tls_ca_file=ca_file))


def test_without_a_file_those_that_the_system_trusts_vouch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """OpenSSL is told of others than its own by SSL_CERT_FILE."""
    ours = authority()
    monkeypatch.setenv("SSL_CERT_FILE", str(trusting(tmp_path, ours)))
    assert is_in(meeting(tmp_path, issued(HOST, by=ours)))
    assert not is_in(meeting(tmp_path, issued(HOST, by=authority("another"))))


def test_with_a_file_those_that_the_system_trusts_do_not_vouch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs, ours = authority("theirs"), authority("ours")
    monkeypatch.setenv("SSL_CERT_FILE", str(trusting(tmp_path, theirs)))
    (tmp_path / "ours.pem").write_bytes(ours.certificate_pem)
    line = meeting(tmp_path, issued(HOST, by=theirs), tls_ca_file=tmp_path / "ours.pem")
    assert why_not(line).startswith("unable to get local issuer certificate; ")


def test_an_authority_that_is_not_in_the_file_vouches_for_nobody(tmp_path: Path) -> None:
    ca_file = trusting(tmp_path, authority("another"))
    line = meeting(tmp_path, issued(HOST, by=authority()), tls_ca_file=ca_file)
    assert why_not(line).startswith("unable to get local issuer certificate; ")


def test_a_self_signed_certificate_is_refused(tmp_path: Path) -> None:
    assert why_not(meeting(tmp_path, issued(HOST))).startswith("self-signed certificate; ")


def test_a_self_signed_certificate_can_be_an_authority_to_trust(tmp_path: Path) -> None:
    server = issued(HOST)
    assert is_in(meeting(tmp_path, server, tls_ca_file=trusting(tmp_path, server)))


@pytest.mark.parametrize(
    ("begins", "ends", "why"),
    [
        (NOW - 3 * DAY, NOW - DAY, "certificate has expired; "),
        (NOW + DAY, NOW + 3 * DAY, "certificate is not yet valid"),
    ],
)
def test_a_certificate_holds_for_its_time(
    tmp_path: Path, begins: datetime, ends: datetime, why: str
) -> None:
    ours = authority()
    server = issued(HOST, by=ours, begins=begins, ends=ends)
    line = meeting(tmp_path, server, tls_ca_file=trusting(tmp_path, ours))
    assert why_not(line).startswith(why)


def test_an_authority_that_has_expired_vouches_for_nobody(tmp_path: Path) -> None:
    """The log has the fingerprint of the server's certificate all the same."""
    ours = issued(subject="CA", begins=NOW - 3 * DAY, ends=NOW - DAY, is_authority=True)
    server = issued(HOST, by=ours)
    line = meeting(tmp_path, server, tls_ca_file=trusting(tmp_path, ours))
    why = why_not(line)
    assert why.startswith("certificate has expired (in its chain); ")
    assert server.fingerprint in why


def test_a_certificate_that_is_only_for_clients_is_none_of_a_server(tmp_path: Path) -> None:
    ours = authority()
    trust = {"tls_ca_file": trusting(tmp_path, ours)}
    for use, is_it in (
        (ExtendedKeyUsageOID.CLIENT_AUTH, False),
        (ExtendedKeyUsageOID.SERVER_AUTH, True),
    ):
        line = meeting(tmp_path, issued(HOST, by=ours, only_for=use), **trust)
        assert is_in(line) is is_it
        assert is_it or why_not(line).startswith("it is not meant for this; ")


def test_whose_certificate_is_no_authoritys_vouches_for_nobody(tmp_path: Path) -> None:
    """A server's own certificate does not let it sign for others, though it is trusted."""
    server = issued("other.example.org")
    line = meeting(tmp_path, issued(HOST, by=server), tls_ca_file=trusting(tmp_path, server))
    assert not is_in(line)
    assert line.visit.received == b""


def test_a_certificate_in_the_file_needs_an_authority_there_too(tmp_path: Path) -> None:
    server = issued(HOST, by=authority())
    line = meeting(tmp_path, server, tls_ca_file=trusting(tmp_path, server))
    assert why_not(line).startswith("unable to get local issuer certificate; ")


@pytest.mark.parametrize(
    ("host", "names", "is_it"),
    [
        (HOST, ["*.example.org"], True),
        (HOST.upper(), [HOST], True),
        ("192.0.2.7", ["192.0.2.7"], True),
        ("2001:db8::7", ["2001:db8::7"], True),
        ("irc.example.com", [HOST], False),
        ("example.org", [HOST], False),
        ("a.b.example.org", ["*.example.org"], False),
        ("irc.example.org", ["irc.example.org.evil.example"], False),
        ("192.0.2.7", ["192.0.2.8"], False),
        ("192.0.2.7", [HOST], False),
        ("irc.example.com", [], False),
    ],
)
def test_a_certificate_is_for_the_name_that_was_asked_for(
    tmp_path: Path, host: str, names: list[str], *, is_it: bool
) -> None:
    ours = authority()
    server = issued(*names, by=ours, subject=host)
    line = meeting(tmp_path, server, host, tls_ca_file=trusting(tmp_path, ours))
    assert is_in(line) is is_it
    if not is_it:
        what = "is for another name" if names else "does not say for which name it is"
        assert f"the certificate of {host} was refused: it {what}; " in line.log[1]


@pytest.mark.parametrize(
    ("host", "name"), [(HOST, "*"), (HOST, "*.org"), (HOST, "irc.*.org"), ("192.0.2.7", "*.0.2.7")]
)
def test_no_name_with_a_wild_card_stands_for_everything(
    tmp_path: Path, host: str, name: str
) -> None:
    ours = authority()
    line = meeting(tmp_path, issued(name, by=ours), host, tls_ca_file=trusting(tmp_path, ours))
    assert not is_in(line)
    assert line.visit.received == b""


# Fingerprints


def test_only_a_certificate_of_that_fingerprint_is_trusted(tmp_path: Path) -> None:
    """Neither does it matter that an authority vouches for another."""
    ours, meant = authority(), issued(HOST)
    fingerprints = ", ".join([issued().fingerprint, meant.fingerprint])
    trust = {"tls_fingerprints": fingerprints, "tls_ca_file": trusting(tmp_path, ours)}
    assert is_in(meeting(tmp_path, meant, **trust))
    line = meeting(tmp_path, issued(HOST, by=ours), **trust)
    assert why_not(line).startswith("it has none of the fingerprints in tls_fingerprints; ")


@pytest.mark.parametrize(
    "server",
    [
        issued(HOST, begins=NOW - 3 * DAY, ends=NOW - DAY),
        issued(HOST, begins=NOW + DAY, ends=NOW + 3 * DAY),
        issued("irc.example.com"),
        issued(),
        issued(HOST, by=authority()),
        issued(HOST, by=authority(ends=NOW - DAY / 2)),
    ],
    ids=["expired", "to come", "other name", "no name", "unknown issuer", "expired issuer"],
)
def test_with_its_fingerprint_nothing_else_counts(tmp_path: Path, server: Issued) -> None:
    assert is_in(meeting(tmp_path, server, tls_fingerprints=server.fingerprint))


def test_with_its_fingerprint_nothing_that_it_rests_on_counts_either(tmp_path: Path) -> None:
    ours = authority(ends=NOW - DAY / 2)
    server = issued(HOST, by=ours)
    net = Net({6697: NetServer(server, chain=(ours,))})
    assert is_in(Line(tmp_path, net, server=HOST, tls_fingerprints=server.fingerprint))


def test_a_fingerprint_may_have_colons_and_capitals(tmp_path: Path) -> None:
    server = issued(HOST)
    written = ":".join(server.fingerprint.upper()[place : place + 2] for place in range(0, 64, 2))
    assert is_in(meeting(tmp_path, server, tls_fingerprints=written))


def test_the_fingerprint_of_the_authority_is_none_of_the_servers(tmp_path: Path) -> None:
    ours = authority()
    server = issued(HOST, by=ours)
    net = Net({6697: NetServer(server, chain=(ours,))})
    assert not is_in(Line(tmp_path, net, server=HOST, tls_fingerprints=ours.fingerprint))


# What the log says


def test_the_log_says_what_to_do_about_a_certificate(tmp_path: Path) -> None:
    """Taken at its word, it helps."""
    server = issued(HOST, by=authority("Mallory"), subject="irc")
    why = why_not(meeting(tmp_path, server))
    key, _, value = why.partition("put ")[2].partition(" into config.ini")[0].partition(" = ")
    assert why.endswith("(subject: CN=irc; issuer: CN=Mallory)")
    assert is_in(meeting(tmp_path, server, **{key: value}))


def test_who_is_named_in_a_certificate_cannot_fill_the_log(tmp_path: Path) -> None:
    long = ",".join(f"{key}={'x' * 64}" for key in ("CN", "O", "OU", "L", "ST"))
    why = why_not(meeting(tmp_path, issued(HOST, subject=long, by=authority(f"{long},C=DE"))))
    assert len(REFUSED + why) < 400


def test_after_a_refusal_it_tries_again_by_tls_only(tmp_path: Path) -> None:
    line = meeting(tmp_path, issued(HOST))
    line.net.servers[6667] = NetServer()
    line.wait(60)
    assert len(line.net.visits) > 3
    assert {visit.port for visit in line.net.visits} == {6697}
    assert all(visit.received == b"" for visit in line.net.visits)
    delays = [float(each.removesuffix(" s")) for each in line.said("trying again in ")]
    assert delays[0] <= 2 < delays[2]


# The bot's own certificate


def test_the_bot_shows_its_certificate(tmp_path: Path) -> None:
    """With those that it rests on behind it in the file."""
    server, ours = issued(HOST), authority()
    mine = issued(by=ours, subject="PontoonBot")
    certificate, key = mine.written(tmp_path)
    certificate.write_bytes(mine.certificate_pem + ours.certificate_pem)
    own = {"tls_certificate": certificate, "tls_key": key}
    line = meeting(tmp_path, server, tls_fingerprints=server.fingerprint, **own)
    assert is_in(line)
    assert line.visit.shown == [mine.certificate, ours.certificate]


def test_its_key_may_be_in_the_same_file(tmp_path: Path) -> None:
    server, mine = issued(HOST), issued()
    path = tmp_path / "both.pem"
    path.write_bytes(mine.key_pem + mine.certificate_pem)
    line = meeting(tmp_path, server, tls_fingerprints=server.fingerprint, tls_certificate=path)
    assert line.visit.shown == [mine.certificate]


def test_it_shows_none_where_it_has_none(tmp_path: Path) -> None:
    server = issued(HOST)
    assert meeting(tmp_path, server, tls_fingerprints=server.fingerprint).visit.shown == []


def test_it_does_not_show_it_to_whom_it_does_not_trust(tmp_path: Path) -> None:
    certificate, key = issued().written(tmp_path)
    line = meeting(tmp_path, issued(HOST), tls_certificate=certificate, tls_key=key)
    assert line.visit.shown == []


def test_a_renewed_certificate_is_shown_at_the_next_connection(tmp_path: Path) -> None:
    server, mine = issued(HOST), issued()
    certificate, key = issued().written(tmp_path)
    own = {"tls_certificate": certificate, "tls_key": key}
    line = meeting(tmp_path, server, tls_fingerprints=server.fingerprint, **own)
    mine.written(tmp_path)
    line.visit.hang_up()
    line.wait(3)
    assert len(line.net.visits) == 2
    assert line.visit.shown == [mine.certificate]


def test_a_file_that_is_gone_by_the_next_connection_is_told_of(tmp_path: Path) -> None:
    """The bot tries again: it may be there a moment later."""
    server, mine = issued(HOST), issued()
    certificate, key = mine.written(tmp_path)
    own = {"tls_certificate": certificate, "tls_key": key}
    line = meeting(tmp_path, server, tls_fingerprints=server.fingerprint, **own)
    key.unlink()
    line.visit.hang_up()
    line.wait(3)
    missing = f"{key} cannot be read: No such file or directory"
    assert line.said("cannot connect: ")[0] == missing
    issued().written(tmp_path)
    certificate.write_bytes(mine.certificate_pem)
    line.wait(8)
    other = f"{key} holds another key than that of the certificate"
    assert line.said("cannot connect: ")[-1] == other
    mine.written(tmp_path)
    line.wait(40)
    assert len(line.net.visits) == 2


# What is asked for


def test_the_server_is_told_which_of_its_names_was_meant(tmp_path: Path) -> None:
    """With a fingerprint too; an address is no name (RFC 6066, section 3)."""
    server = issued(HOST)
    trust = {"tls_fingerprints": server.fingerprint}
    assert meeting(tmp_path, server, **trust).visit.name_asked_for == HOST
    assert meeting(tmp_path, server, "192.0.2.7", **trust).visit.name_asked_for is None


@pytest.mark.parametrize(("most", "is_it"), [("TLSv1_1", False), ("TLSv1_2", True)])
def test_nothing_older_than_tls_12_is_spoken(tmp_path: Path, most: str, *, is_it: bool) -> None:
    server = issued(HOST)
    net = Net({6697: NetServer(server, most=most)})
    line = Line(tmp_path, net, server=HOST, tls_fingerprints=server.fingerprint)
    assert is_in(line) is is_it
