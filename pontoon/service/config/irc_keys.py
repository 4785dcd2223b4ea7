"""The keys of [irc] and of each [irc:NAME]."""

from pontoon.service.config.irc_values import (
    read_account,
    read_account_password,
    read_channel_keys,
    read_channels,
    read_fingerprints,
    read_masks,
    read_mechanisms,
    read_nickname,
    read_nicknames,
    read_password,
    read_prefix,
    read_servers,
    read_service,
)
from pontoon.service.config.key import Key, Reader, Section, without_default
from pontoon.service.config.values import whole

_CONNECTION = (
    Key(
        "server",
        "The name or address of the IRC server, with a port if it needs one:"
        " irc.example.org:7000 or [2001:db8::1]:7000. Several servers of one network are separated"
        ' by commas, and tried in turn. "local" is a server inside the bot that only people on'
        " the same machine can reach, at 127.0.0.1.",
        read=Reader(read_servers),
    ),
    Key(
        "port",
        "The port of servers that are given without one.",
        default="6667, or 6697 with TLS",
        is_commented=True,
        read=whole(1, 65535),
    ),
    Key(
        "tls",
        "Encrypt the connection, and check the certificate of the server. A server inside the bot"
        " has no TLS. A server that asks for TLS (STS) gets it in any case.",
        default="no if every server is local or has a loopback address, otherwise yes",
        is_commented=True,
    ),
    without_default(
        "tls_ca_file",
        "A PEM file with the certificate authorities to trust instead of those of the system.",
    ),
    without_default(
        "tls_fingerprints",
        "SHA-256 fingerprints of certificates, 64 hexadecimal digits each, separated by commas."
        " If there are any, the bot trusts only these certificates, whoever signed them.",
        Reader(read_fingerprints),
    ),
    without_default(
        "tls_certificate", "A PEM file with the bot's own certificate, which it can log in with."
    ),
    without_default(
        "tls_key",
        "A PEM file with the private key of that certificate, if the key is in another file.",
    ),
)

_NICK = (
    Key("nickname", "The nick of the bot.", read=Reader(read_nickname)),
    without_default(
        "alternatives",
        "Nicks to try if that one is in use, separated by commas. After them the bot tries nicks"
        " that resemble its own.",
        Reader(read_nicknames),
    ),
    Key("realname", "The real name that WHOIS shows, at most 200 bytes."),
)

_LOGIN = (
    without_default(
        "password",
        "The password of the server (PASS), without spaces, at most 504 bytes. The environment"
        " variable PONTOON_PASSWORD takes precedence.",
        Reader(read_password),
    ),
    without_default(
        "password_file",
        "A file that holds this password on its only line. Set either password or password_file.",
    ),
    without_default(
        "account",
        "The account of the bot with the services of the network (NickServ).",
        Reader(read_account),
    ),
    without_default(
        "account_password",
        "The password of that account, without spaces. With nickserv it has to fit into one line,"
        " which leaves some 330 bytes. The environment variable PONTOON_ACCOUNT_PASSWORD takes"
        " precedence.",
        Reader(read_account_password),
    ),
    without_default(
        "account_password_file",
        "A file that holds this password on its only line. Set either account_password or"
        " account_password_file.",
    ),
    Key(
        "sasl",
        "The SASL mechanisms that the bot may log in with, separated by commas, or no. It uses"
        " the best one that the server offers. It sends passwords only over TLS, or to a server"
        " on the same machine.",
        is_commented=True,
        read=Reader(read_mechanisms),
    ),
    without_default(
        "sasl_key", "A PEM file with the private key (P-256) for ECDSA-NIST256P-CHALLENGE."
    ),
    Key(
        "sasl_required",
        "Leave a server on which the bot cannot log in with SASL, and try again later.",
    ),
    Key(
        "nickserv",
        "The nick of the service that gets the account and its password if the bot could not log"
        " in with SASL, such as NickServ; or no. Set it only where nobody else can take that"
        " nick.",
        is_commented=True,
        read=Reader(read_service),
    ),
    Key(
        "nickserv_regain",
        "The command with which that service gets the bot's nick back from somebody else.",
    ),
)

_CHANNELS = (
    Key(
        "channels",
        "The channels to play in, separated by commas or spaces. With server = local their names"
        " begin with #.",
        read=Reader(read_channels),
    ),
    without_default(
        "channel_keys",
        "The keys of channels that have one: channel and key, separated by commas, as in"
        " #pontoon sesame, #other hunter2.",
        Reader(read_channel_keys),
    ),
    Key(
        "prefix",
        "What commands in a channel begin with: one to three punctuation marks or symbols, but"
        " no /.",
        read=Reader(read_prefix),
    ),
    Key("notices", "Send private messages as NOTICE instead of PRIVMSG."),
)

_RATES = (
    Key(
        "lines_per_second",
        "How many lines the bot sends per second in the long run; 0 means no limit. With"
        " server = local there is none. Servers disconnect clients that send too much, so raise"
        " this only if you know their limit.",
    ),
    Key(
        "burst",
        "How many lines the bot may send at once before that limit applies.",
        read=whole(1, 1000),
    ),
    without_default(
        "ignore",
        "People whom the bot neither answers nor seats: masks nick!user@host with * and ?,"
        " separated by commas.",
        Reader(read_masks),
    ),
    Key(
        "user_lines",
        "How many questions and refused commands of one person the bot answers at once. Moves"
        " that are on offer do not count.",
        read=whole(1, 1000),
    ),
    Key(
        "user_lines_per_second",
        "How many of them it answers per second in the long run; 0 means no limit. With"
        " server = local there is none.",
    ),
)

IRC = Section(
    "irc",
    "A network: how the bot connects to it, what it is called there, and which channels it"
    " joins. [irc] is the first network; each further one has a section [irc:NAME].",
    (*_CONNECTION, *_NICK, *_LOGIN, *_CHANNELS, *_RATES),
)
