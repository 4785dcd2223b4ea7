"""What operators are given to keep the bot running matches the program."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from configparser import ConfigParser
from fnmatch import fnmatchcase
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pontoon.cli import _parser
from pontoon.irc.closing import QUIT_SECONDS
from pontoon.service.config.document import config_ini
from pontoon.service.config.settings import OWN_SUFFIXES
from tests.real_servers.servers import installed
from tests.support.players_files import file_of, full
from tests.support.repository import ROOT

pytestmark = pytest.mark.slow

SETUP = ConfigParser()
SETUP.read(ROOT / "setup.cfg")

DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")

MANUAL = (ROOT / "docs" / "operating.md").read_text("utf-8")

COMMAND = "pontoonbot"


def unit() -> dict[str, list[str]]:
    """Return the values of each key in the [Service] of systemd's unit."""
    lines = (ROOT / "contrib" / "pontoonbot.service").read_text("utf-8").splitlines()
    service = lines[lines.index("[Service]") : lines.index("[Install]")]
    values: dict[str, list[str]] = {}
    for key, value in (line.split("=", 1) for line in service if re.match("[A-Z]", line)):
        values.setdefault(key, []).append(value)
    return values


HARDENED = {
    *("NoNewPrivileges", "PrivateTmp", "PrivateDevices", "ProtectHome", "ProtectControlGroups"),
    *("ProtectKernelModules", "ProtectKernelTunables", "RestrictSUIDSGID", "RestrictNamespaces"),
}


def test_unit_waits_until_the_bot_says_that_it_runs_and_watches_it() -> None:
    assert unit()["Type"] == ["notify"]
    assert int(unit()["WatchdogSec"][0]) >= 30
    assert unit()["Restart"] == ["on-failure"]


def test_unit_does_not_try_again_what_cannot_be_started() -> None:
    """The bot says 2 then, and somebody has to mend a file."""
    assert unit()["RestartPreventExitStatus"] == ["2"]


def test_unit_lets_the_bot_stop_in_good_order() -> None:
    assert int(unit()["TimeoutStopSec"][0]) > QUIT_SECONDS
    assert "KillSignal" not in unit()


def test_unit_lets_the_bot_do_what_it_must_and_nothing_else() -> None:
    values = unit()
    assert {key for key in HARDENED if values.get(key) == ["yes"]} == HARDENED
    assert values["ProtectSystem"] == ["strict"]
    assert values["CapabilityBoundingSet"] == [""]
    assert values["User"] != ["root"]
    folder = values["WorkingDirectory"][0]
    assert folder == f"/var/lib/{values['StateDirectory'][0]}"
    assert {"AF_INET", "AF_INET6"} < set(values["RestrictAddressFamilies"][0].split())


def test_unit_starts_what_is_installed_with_options_that_there_are() -> None:
    program, *options = unit()["ExecStart"][0].split()
    assert Path(program).name == COMMAND
    _parser().parse_args(options)
    assert unit()["ExecReload"] == ["/bin/kill -HUP $MAINPID"]


def arguments(instruction: str) -> list[list[str]]:
    """Return the words behind each INSTRUCTION of the Dockerfile."""
    return [words.split() for words in re.findall(f"^{instruction} (.*)$", DOCKERFILE, re.M)]


def copied() -> list[str]:
    """Return the files and folders of the project that get into the image's making."""
    sources = [words[:-1] for words in arguments("COPY") if not words[0].startswith("--from")]
    return [source for each in sources for source in each]


def needed() -> Iterator[str]:
    """Yield what pip reads of the project when it installs it."""
    yield from ("setup.cfg", "pyproject.toml", "requirements.txt")
    yield SETUP["metadata"]["license_files"]
    yield SETUP["metadata"]["long_description"].removeprefix("file: ")
    include = SETUP["options.packages.find"]["include"]
    yield from {name.strip().partition(".")[0] for name in include.split(",")}


def test_image_is_made_of_what_there_is_and_of_all_that_is_needed() -> None:
    assert [source for source in copied() if not (ROOT / source).exists()] == []
    assert sorted(copied()) == sorted(needed())


def test_image_gets_nothing_else_of_the_folder() -> None:
    """There may be passwords in it."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    assert sorted(rule[1:] for rule in rules if rule.startswith("!")) == sorted(copied())


def test_image_has_a_python_that_the_program_runs_on() -> None:
    least = SETUP["options"]["python_requires"].removeprefix(">=")
    images = [words[0] for words in arguments("FROM")]
    assert images == [f"python:{least}-slim"] * 2


def test_image_runs_the_command_as_somebody_who_can_write_in_one_folder() -> None:
    scripts = SETUP["options.entry_points"]["console_scripts"]
    assert scripts.split("=")[0].strip() == COMMAND
    assert arguments("ENTRYPOINT") == [[f'["/opt/pontoonbot/bin/{COMMAND}"]']]
    assert arguments("COPY")[-1] == ["--from=build", "/opt/pontoonbot", "/opt/pontoonbot"]
    [[user]], [[volume]] = arguments("USER"), arguments("VOLUME")
    assert user != "root"
    assert any(words[0] == "useradd" and words[-1] == user for words in arguments("RUN"))
    made = [words for words in arguments("RUN") if words[0] == "install"]
    assert [(words[words.index("--owner") + 1], words[-1]) for words in made] == [(user, volume)]
    assert arguments("WORKDIR")[-1] == [volume]
    assert arguments("STOPSIGNAL") == [["SIGTERM"]]


@pytest.mark.parametrize("suffix", [*OWN_SUFFIXES, ".decks.deck-1", ".xml~"])
def test_what_the_bot_writes_beside_its_players_does_not_get_into_the_repository(
    suffix: str,
) -> None:
    """There are secrets in it."""
    rules = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    for name in (f"players{suffix}", f"players{suffix}~", f".players{suffix}.new"):
        assert any(fnmatchcase(name, rule) for rule in rules), name


# The lock

LOCK = (ROOT / "requirements.txt").read_text("utf-8")
CONSTRAINTS = (ROOT / "constraints.txt").read_text("utf-8")
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
MACHINES = ("x86_64", "aarch64")


def versions(text: str) -> dict[str, str]:
    """Return the version that TEXT asks for of each project, by its name in the usual spelling."""
    found = re.findall(r"^([\w.-]+)==([\w.]+)", text, re.M)
    return {canonicalize_name(name): version for name, version in found}


def required(python: str, machine: str) -> dict[str, Requirement]:
    """Return all that the bot, and what it requires, requires of a Python on Linux."""
    waiting = [*map(Requirement, SETUP["options"]["install_requires"].split())]
    found: dict[str, Requirement] = {}
    seen: set[str] = set()
    while waiting:
        each = waiting.pop()
        if str(each) in seen:
            continue
        seen.add(str(each))
        found[canonicalize_name(each.name)] = each
        about = {"python_version": python, "python_full_version": f"{python}.0"}
        about |= {"platform_machine": machine, "sys_platform": "linux", "platform_system": "Linux"}
        about["platform_python_implementation"] = "CPython"
        waiting += [
            inner
            for inner in map(Requirement, metadata.requires(each.name) or ())
            if inner.marker is None
            or any(inner.marker.evaluate({**about, "extra": extra}) for extra in ("", *each.extras))
        ]
    return found


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("python", PYTHONS)
def test_all_that_runs_the_bot_is_locked_and_nothing_else(python: str, machine: str) -> None:
    """Besides it is only what installs the bot itself, which must not be downloaded unseen either.

    "make lock" writes the file.
    """
    locked, wanted = versions(LOCK), required(python, machine)
    build = {canonicalize_name(Requirement(each).name) for each in BUILD}
    assert set(locked) == set(wanted) | build
    for requirement in (*wanted.values(), *map(Requirement, BUILD)):
        version = locked[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), str(requirement)


def test_the_lock_has_the_versions_that_the_tests_run_with() -> None:
    tried = versions(CONSTRAINTS)
    assert versions(LOCK) == {name: tried.get(name) for name in versions(LOCK)}


def test_all_that_is_locked_has_hashes_and_no_address() -> None:
    """It is the same wherever it is installed from, and says nothing of where it was made."""
    entries = re.sub(r"^#.*\n", "", LOCK, flags=re.M).strip()
    one = r"[a-z0-9-]+==[\w.]+(?: \\\n    --hash=sha256:[0-9a-f]{64})+"
    assert re.fullmatch(rf"(?:{one}\n+)*{one}", entries)
    assert not re.search("://|index|find-links|trusted", LOCK)


def test_what_is_installed_to_stay_is_what_is_locked() -> None:
    """Under systemd and in a container: the rest of it is downloaded by nobody."""
    told = [line.split(" ", 2)[2] for line in re.findall(r"^/opt/.*/pip .*$", MANUAL, re.M)]
    assert told == ["--require-hashes -r requirements.txt", "--no-deps --no-build-isolation ."]
    run = [words for words in arguments("RUN") if words[0].endswith("/pip")]
    assert [[each for each in words[2:] if each != "--no-cache-dir"] for words in run] == [
        ["--require-hashes", "--requirement", "requirements.txt"],
        ["--no-deps", "--no-build-isolation", "."],
    ]


@pytest.mark.parametrize("name", ["contrib/pontoonbot.service", "Dockerfile"])
def test_the_manual_tells_how_it_is_used(name: str) -> None:
    told = {"contrib/pontoonbot.service": "Under systemd", "Dockerfile": "In a container"}[name]
    assert f'docs/operating.md ("{told}")' in (ROOT / name).read_text("utf-8")
    assert re.search(f"^#+ {told}$", MANUAL, re.M)


def test_where_the_unit_and_the_image_keep_the_files_the_manual_has_them_written() -> None:
    given = [shlex.split(each) for each in re.findall(r"^.*pontoonbot (--init .*)$", MANUAL, re.M)]
    folders = [str(_parser().parse_args(each).init) for each in given if "FOLDER" not in each]
    [[volume]] = arguments("VOLUME")
    assert {unit()["WorkingDirectory"][0], volume} < set(folders)


# The chapters that are commands, tried as they are written


def commands(chapter: str) -> list[str]:
    """Return the blocks of commands in CHAPTER, as far as they are not for root under systemd."""
    [text] = re.findall(rf"^##+ {chapter}\n(.*?)(?=^##+ |\Z)", MANUAL, re.M | re.S)
    blocks: list[str] = re.findall(r"^```\n(.*?)^```$", text, re.M | re.S)
    return [block for block in blocks if "systemctl" not in block]


class Home:
    """A folder in which somebody keeps the bot: a repository with the command, and what is typed.

    ``make`` only notes that it was called: nothing is installed. Each ``date`` is a second later.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.repository = folder / "repository"
        tools = folder / "tools"
        tools.mkdir()
        (tools / "make").write_text('#!/bin/sh\necho "$@" >> ~/made\n')
        (tools / "make").chmod(0o755)
        (folder / "now").write_text("0")
        (tools / "date").write_text(
            "#!/bin/sh\nnow=$(($(cat ~/now) + 1))\necho $now > ~/now\n"
            'exec /bin/date -d "2026-11-20 18:05:00 $now seconds" "$@"\n'
        )
        (tools / "date").chmod(0o755)
        ours = {name: value for name, value in os.environ.items() if "PONTOON" not in name}
        path = f"{tools}:{ours['PATH']}"
        self._environ = {**ours, "HOME": str(folder), "PATH": path, "PYTHONPATH": str(ROOT)}
        self._theirs = folder / "theirs"
        self._theirs.mkdir()
        installed("git")
        (self._theirs / "config.ini").write_text(config_ini(), "utf-8")
        (self._theirs / "players.xml").write_text(file_of(full("dave"), full("kevin")))
        self.runs("git init -q -b main && git add .", self._theirs)
        self._commit()
        self.runs("git clone -q theirs repository", folder)
        command = self.repository / ".venv" / "bin" / COMMAND
        command.parent.mkdir(parents=True)
        command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m pontoon "$@"\n')
        command.chmod(0o755)
        (self._theirs / "players.xml").write_text("<players/>\n")
        self.publishes("# another version\n")

    def publishes(self, config: str) -> None:
        """Have the maintainers publish a version with CONFIG."""
        (self._theirs / "config.ini").write_text(config)
        self._commit()

    def _commit(self) -> None:
        self.runs("git -c user.name=x -c user.email=x commit -qam another", self._theirs)

    def runs(self, script: str, folder: Path | None = None) -> str:
        """Run SCRIPT, which must succeed with each of its commands, and return what it says."""
        done = subprocess.run(
            ["bash", "-euc", script],
            cwd=folder or self.repository,
            env=self._environ,
            check=True,
            timeout=60,
            stdout=subprocess.PIPE,
        )
        return done.stdout.decode()

    def plays(self, folder: Path) -> None:
        """Have the bot that keeps its files in FOLDER be started once, and stopped."""
        command = [sys.executable, "-m", "pontoon", "--config", "config.ini"]
        bot = subprocess.Popen(
            command, cwd=folder, env=self._environ, text=True, stderr=subprocess.PIPE
        )
        assert bot.stderr is not None
        is_up = any("connecting" in line for line in bot.stderr)
        bot.terminate()
        bot.communicate(timeout=60)
        assert (bot.returncode, is_up) == (0, True)


NOBODY_THERE = "--server 127.0.0.1:1"
PLAYER = "<player><nick>{}</nick><chips>{}</chips></player>"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Return a home in which nothing but the repository is there."""
    return Home(tmp_path)


@pytest.fixture
def settled(home: Home) -> Home:
    """Return a home in which the bot was set up as the manual says, and has run."""
    set_up, check_and_start, *_ = commands("Set-up")
    home.runs(set_up.replace("--server irc.example.org", NOBODY_THERE))
    check, start = check_and_start.splitlines()
    assert start == check.removesuffix(" --check")
    assert home.runs(check).endswith("are OK\n")
    give(home, "dave", 1000)
    home.plays(home.folder / "pontoon")
    return home


def give(home: Home, nick: str, chips: int) -> None:
    """Write NICK with CHIPS into players.xml, as the only player."""
    players = home.folder / "pontoon" / "players.xml"
    head, _, _ = players.read_text().partition("  <player>")
    head = head.removesuffix("</players>\n")
    players.write_text(f"{head}  {PLAYER.format(nick, chips)}\n</players>\n")


def test_set_up(settled: Home) -> None:
    assert "nickname = PontoonBot" in (settled.folder / "pontoon" / "config.ini").read_text()
    assert (settled.folder / "made").read_text() == "install\n"
    assert settled.runs("git status --porcelain --untracked-files=no") == ""


def files(folder: Path) -> dict[str, bytes]:
    """Return what is in each file of FOLDER, which has no folders in it."""
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def test_upgrade(settled: Home) -> None:
    """The folder is as it was, the repository is new, and there is a way back and on from there."""
    first, shipped = files(settled.folder / "pontoon"), settled.runs("cat config.ini")
    [upgrade, way_back] = commands("Upgrade")
    assert "are OK" in settled.runs(upgrade)
    assert files(settled.folder / "pontoon") == first
    assert settled.runs("cat config.ini") == "# another version\n"
    settled.plays(settled.folder / "pontoon")
    settled.publishes("# the next version\n")
    for _ in range(2):
        settled.runs(upgrade)
        assert settled.runs("cat config.ini") == "# the next version\n"
        [tag, *_] = settled.runs("git tag --list 'before-*'").split()
        settled.runs(way_back.replace("before-20261120-180500", tag))
        assert settled.runs("cat config.ini") == shipped
    copies = sorted(settled.folder.glob("pontoon-*"))
    assert (len(copies), files(copies[0])) == (3, first)


def test_upgrade_from_files_in_the_repository(home: Home) -> None:
    """Without this "git pull" refuses."""
    config = home.repository / "config.ini"
    config.write_text("[irc]\nserver = 127.0.0.1\nport = 1\npassword = hunter2\n")
    home.plays(home.repository)
    home.runs("sed -i 's/<chips>1000</<chips>900</' players.xml")
    with pytest.raises(subprocess.CalledProcessError):
        home.runs("git pull -q 2> /dev/null")
    [block] = commands("From files in the repository")
    for _ in range(2):  # by mistake: it overwrites nothing
        assert "are OK" in home.runs(block)
    home.plays(home.folder / "pontoon")
    assert "<chips>900<" in (home.folder / "pontoon" / "players.xml").read_text()
    assert home.runs("git status --porcelain --ignored -- 'players*' config.ini") == ""
    assert home.runs("cat config.ini") == "# another version\n"


def test_backup_and_restore(settled: Home) -> None:
    """Each copy is one of its own, and any of them can be restored, as often as it is needed."""
    whole, _, restore, _ = commands("Backup and restore")
    for chips in (1000, 2000):
        give(settled, "dave", chips)
        settled.plays(settled.folder / "pontoon")
        settled.runs(whole)
    copies = sorted(settled.folder.glob("pontoon-*"))
    for copy, chips in zip(copies, (1000, 2000), strict=True):
        settled.plays(settled.folder / "pontoon")
        give(settled, "dave", 7)
        settled.runs("rm ~/pontoon/players.db")
        told = settled.runs(restore.replace("pontoon-20261120-180500", copy.name))
        assert "all chips are accounted for" in told
        assert f"<chips>{chips}<" in (settled.folder / "pontoon" / "players.xml").read_text()
    settled.plays(settled.folder / "pontoon")


def test_restoring_the_chips_alone(settled: Home) -> None:
    """It is an edit by hand, which the bot does not know before it has run."""
    _, save, _, restore = commands("Backup and restore")
    for chips in (1000, 2000):
        give(settled, "dave", chips)
        settled.runs(save)
    copy, _ = sorted(settled.folder.glob("players-*.xml"))
    settled.plays(settled.folder / "pontoon")
    settled.runs(restore.replace("players-20261120-180500.xml", copy.name))
    assert "<chips>1000<" in (settled.folder / "pontoon" / "players.xml").read_text()
    audit = ".venv/bin/pontoonbot --config ~/pontoon/config.ini audit"
    with pytest.raises(subprocess.CalledProcessError, match="exit status 1"):
        settled.runs(audit)
    settled.plays(settled.folder / "pontoon")
    assert "by hand" in settled.runs(audit)


def test_removal(settled: Home) -> None:
    [block] = commands("Removal")
    settled.runs(block)
    assert not (settled.folder / "pontoon").exists()
    [text] = re.findall(r"^## Removal\n(.*?)^## ", MANUAL, re.M | re.S)
    folder, program = unit()["WorkingDirectory"][0], unit()["ExecStart"][0]
    assert f"rm -r {Path(program).parents[1]} {folder}\n" in text
    assert f"userdel {unit()['User'][0]}\n" in text
