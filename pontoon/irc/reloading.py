"""config.ini is read again while the bot runs, and what can take hold takes hold."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from pontoon.changes import Changes, changes
from pontoon.config import Config, read
from pontoon.house import House
from pontoon.inifile import ConfigError
from pontoon.irc.networks import Networks
from pontoon.text import reloading as said


class Reloading:
    """Reads the config.ini at PATH again, for HOUSE and NETWORKS. LOG takes a line for each event.

    ENVIRON may hold passwords, as it did at the start.
    """

    def __init__(
        self,
        path: Path,
        environ: Mapping[str, str],
        house: House,
        networks: Networks,
        log: Callable[[str], None],
    ) -> None:
        self._path = path
        self._environ = environ
        self._house = house
        self._networks = networks
        self._log = log

    def reload(self) -> list[str]:
        """Go by config.ini as it is now; return, in sentences, what holds now and what will later.

        One that has a fault changes nothing. The log has the same, and every fault.
        """
        try:
            config = read(self._path, self._environ)
        except ConfigError as error:
            return self._refuse([str(fault) for fault in error.faults])
        before = self._house.config
        changed = changes(before, config)
        # The program has these for as long as it runs.
        self._house.adopt(replace(config, players=before.players, log=before.log))
        self._networks.adopt()
        told = self._told(changed)
        for line in told:
            self._log(line)
        return told

    def _refuse(self, faults: list[str]) -> list[str]:
        for fault in faults:
            self._log(fault)
        self._log(said.not_taken(faults))
        return [said.not_taken(faults)]

    def _told(self, changed: Changes) -> list[str]:
        if changed.are_none:
            return [said.NOTHING_CHANGED]
        rules = dict(changed.next_round)
        late = self._house.late_section
        rules.pop(late, None)
        return [
            *([said.at_once(changed.at_once)] if changed.at_once else []),
            *([said.next_round(rules)] if rules else []),
            *([said.no_coins_in_play(late)] if late else []),
            *said.anew(changed.anew, self._networks.waiting),
            *([said.opened([irc.network for irc in changed.opened])] if changed.opened else []),
            *([said.closed([irc.network for irc in changed.closed])] if changed.closed else []),
            *([said.restart(changed.restart)] if changed.restart else []),
        ]
