"""Read config.ini again while the bot runs, and apply what can be applied."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from pontoon.service.config.changes import ConfigChanges, changes
from pontoon.service.config.settings import Config
from pontoon.service.logs import CannotLog, LogWriter
from pontoon.service.networks import Networks
from pontoon.service.shared import SharedState
from pontoon.service.startup import LOG_FILE, StartupError
from pontoon.text import reload as said


class Reloader:
    """Reads config.ini again with REREAD, and applies it to SHARED, NETWORKS and OUTLET.

    OUTLET is None if the bot keeps no log of its own. LOG takes a line for each event.
    """

    def __init__(
        self,
        reread: Callable[[], Config],
        shared: SharedState,
        networks: Networks,
        outlet: LogWriter | None,
        log: Callable[[str], None],
    ) -> None:
        self._reread = reread
        self._shared = shared
        self._networks = networks
        self._outlet = outlet
        self._log = log

    def reload(self) -> list[str]:
        """Read config.ini and apply it; return sentences about what applies now, and what later.

        A config.ini with a fault changes nothing. The log gets the sentences, or every fault.
        """
        before = self._shared.config
        try:
            config = self._reread()
            if self._outlet is not None and config.log != before.log:
                self._outlet.open(config.log)
        except StartupError as error:
            return self._refuse(error.faults)
        except CannotLog as error:
            return self._refuse([f"{LOG_FILE}: {error}"])
        log = before.log if self._outlet is None else config.log
        # Another file of players would need another lock, ledger and journal.
        applied = replace(config, log=log, players=before.players)
        self._shared.config = applied
        self._shared.apply_late_rules()
        self._networks.apply_settings()
        told = self._told(changes(before, applied), changes(applied, config))
        for line in told:
            self._log(line)
        return told

    def _refuse(self, faults: Sequence[str]) -> list[str]:
        for fault in faults:
            self._log(fault)
        self._log(said.NOT_TAKEN)
        return [said.not_taken(faults)]

    def _told(self, changed: ConfigChanges, left_out: ConfigChanges) -> list[str]:
        """Say what has CHANGED, and what is LEFT_OUT until the next start."""
        late = self._shared.late_section
        rules = {name: keys for name, keys in changed.next_round.items() if name != late}
        told = [
            *([said.at_once(changed.at_once)] if changed.at_once else []),
            *([said.next_round(rules)] if rules else []),
            *([said.no_coins_in_play(late)] if late else []),
            *said.anew(changed.anew, self._networks.waiting),
            *([said.opened([irc.network for irc in changed.opened])] if changed.opened else []),
            *([said.closed([irc.network for irc in changed.closed])] if changed.closed else []),
            *([said.restart(left_out.at_once)] if left_out.at_once else []),
        ]
        return told or [said.NOTHING_CHANGED]
