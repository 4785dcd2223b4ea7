"""Read config.ini again while the bot runs, and apply what can be applied."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from pontoon.service.config.changes import ConfigChanges, changes
from pontoon.service.config.settings import Config
from pontoon.service.logs import CannotLog, LogWriter
from pontoon.service.networks import Networks
from pontoon.service.shared import SharedState
from pontoon.service.startup import LOG_FILE, StartupError
from pontoon.text import admin_commands as said


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
    changed, left_out = changes(before, applied), changes(applied, config)
    sentences = _sentences(changed, left_out, shared.late_section, networks.waiting)
    for line in sentences:
        log(line)
    return sentences


def _refused(faults: Sequence[str], log: Callable[[str], None]) -> list[str]:
    for line in (*faults, said.NOT_TAKEN):
        log(line)
    return [said.not_taken(faults)]


def _sentences(
    changed: ConfigChanges, left_out: ConfigChanges, late: str, waiting: Sequence[str]
) -> list[str]:
    """Say what has CHANGED, and what is LEFT_OUT until the next start.

    LATE is the section whose rules do not apply yet. Networks in the sections WAITING reconnect
    once their rounds are over.
    """
    rules = {name: keys for name, keys in changed.next_round.items() if name != late}
    opened = ", ".join(irc.network for irc in changed.opened)
    closed = ", ".join(irc.network for irc in changed.closed)
    sentences = [
        *([said.AT_ONCE.format(keys=said.listed(changed.at_once))] if changed.at_once else []),
        *([said.NEXT_ROUND.format(keys=said.listed(rules))] if rules else []),
        *([said.NO_COINS_IN_PLAY.format(section=late)] if late else []),
        *said.anew(changed.anew, waiting),
        *([said.OPENED.format(networks=opened)] if opened else []),
        *([said.CLOSED.format(networks=closed)] if closed else []),
        *([said.RESTART.format(keys=said.listed(left_out.at_once))] if left_out.at_once else []),
    ]
    return sentences or [said.NOTHING_CHANGED]
