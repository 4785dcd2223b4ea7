"""Read config.ini again while the bot runs, and apply what can be applied."""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from pontoon.service.config.changes import LIVE_KEYS, changed_keys
from pontoon.service.config.irc_section import section_of
from pontoon.service.config.settings import OWN_SECTIONS, Config
from pontoon.service.logs import CannotLog, LogWriter
from pontoon.service.networks import Networks
from pontoon.service.shared import SharedState
from pontoon.service.startup import LOG_FILE, StartupError
from pontoon.text import admin_commands as said

ChangedKeys = dict[str, tuple[str, ...]]
"""Keys by section."""


def reload_config(
    reread: Callable[[], Config],
    shared: SharedState,
    networks: Networks,
    outlet: LogWriter | None,
    log: Callable[[str], None],
) -> list[str]:
    """Read config.ini with REREAD and apply it; return sentences about what applies when.

    OUTLET is None if the bot keeps no log of its own. A config.ini with a fault changes nothing.
    LOG gets the sentences, or every fault.
    """
    before = shared.config
    try:
        config = reread()
        if outlet is not None and config.log != before.log:
            outlet.open(config.log)
    except StartupError as error:
        return _refused(error.faults, log)
    except CannotLog as error:
        return _refused([f"{LOG_FILE}: {error}"], log)
    # Another file of players would need another lock and database.
    players = replace(config.players, file=before.players.file)
    applied = replace(config, log=before.log if outlet is None else config.log, players=players)
    shared.config = applied
    shared.apply_late_rules()
    networks.apply_settings()
    sentences = [*_sentences(before, applied, config, shared.late_section, networks.waiting)]
    sentences = sentences or [said.NOTHING_CHANGED]
    for line in sentences:
        log(line)
    return sentences


def _refused(faults: Sequence[str], log: Callable[[str], None]) -> list[str]:
    for line in (*faults, said.NOT_TAKEN):
        log(line)
    return [said.not_taken(faults)]


def _sentences(
    before: Config, now: Config, wanted: Config, late: str, waiting: Sequence[str]
) -> Iterator[str]:
    """Say in which keys config.ini, as it holds NOW, differs from BEFORE. Values may be secret.

    What is WANTED besides needs a restart. LATE is the section whose rules do not apply yet.
    Networks in the sections WAITING reconnect once their rounds are over.
    """
    networks = {irc.network: irc for irc in now.networks}
    known = {irc.network: irc for irc in before.networks}
    at_once, anew = {}, {}
    for network, irc in networks.items():
        section, keys = section_of(irc.name), changed_keys(known.get(network, irc), irc)
        at_once[section] = tuple(key for key in keys if key in LIVE_KEYS)
        anew[section] = tuple(key for key in keys if key not in LIVE_KEYS)
    if keys_now := _some(at_once | _own_keys(before, now)):
        yield said.AT_ONCE.format(keys=said.listed(keys_now))
    rules = {name: changed_keys(before.games[name], now.games[name]) for name in now.games}
    if keys_later := _some({name: keys for name, keys in rules.items() if name != late}):
        yield said.NEXT_ROUND.format(keys=said.listed(keys_later))
    if late:
        yield said.NO_COINS_IN_PLAY.format(section=late)
    yield from said.anew(_some(anew), waiting)
    if opened := [network for network in networks if network not in known]:
        yield said.OPENED.format(networks=", ".join(opened))
    if closed := [network for network in known if network not in networks]:
        yield said.CLOSED.format(networks=", ".join(closed))
    if left_out := _some(_own_keys(now, wanted)):
        yield said.RESTART.format(keys=said.listed(left_out))


def _own_keys(before: Config, after: Config) -> ChangedKeys:
    sections = [name for name in after.__struct_fields__ if name in OWN_SECTIONS]
    return {name: changed_keys(getattr(before, name), getattr(after, name)) for name in sections}


def _some(keys: ChangedKeys) -> ChangedKeys:
    return {section: names for section, names in keys.items() if names}
