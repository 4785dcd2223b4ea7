"""The page that checks decks in a real browser, opened from the disk as players open it."""

from collections.abc import Iterator
from pathlib import Path
from socket import create_server

import pytest

from tests.real_servers.servers import HOST, installed, missing
from tests.support.check_page import PAGE
from tests.support.fair_logs import Evening, Line, written

try:
    from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright
except ImportError:  # its programs are not made for every machine
    missing("playwright")

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

LOG = Path(__file__).parent / "logs" / "irssi.txt"
SECONDS = 20_000.0
"""How long something on the page may take, in its milliseconds, on a machine with much to do."""

LONGEST = 1500
"""Milliseconds for which the page may do nothing else, on such a machine."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Run a chromium without windows; as root it has no sandbox."""
    program = installed("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """Open the page; nothing may be wrong with it until the end."""
    opened = chromium.new_page()
    faults: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            faults.append(message.text)

    opened.on("console", heard)
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.set_default_timeout(SECONDS)
    opened.goto(PAGE.as_uri())
    yield opened
    opened.close()
    assert faults == []


def verdicts(page: Page) -> list[str]:
    return page.locator("article .verdict").all_inner_texts()


def paste(page: Page, text: str) -> None:
    """Copy TEXT, and paste it where logs are pasted."""
    page.evaluate(
        """(text) => {
            const copied = document.createElement("textarea");
            copied.id = "copied";
            copied.value = text;
            document.body.append(copied);
            copied.select();
        }""",
        text,
    )
    page.keyboard.press("Control+C")
    page.evaluate("document.getElementById('copied').remove()")
    page.locator("#paste").focus()
    page.keyboard.press("Control+V")


def test_a_pasted_log_is_checked(page: Page) -> None:
    paste(page, LOG.read_text("utf-8"))
    page.locator("article").first.wait_for()
    found = verdicts(page)
    assert "✓ right" in found
    assert not any("wrong" in verdict for verdict in found)
    assert "none wrong" in page.locator("#status").inner_text()


def test_the_keyboard_is_enough(page: Page) -> None:
    page.locator("#paste").fill(LOG.read_text("utf-8"))
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "check":
            break
    page.keyboard.press("Enter")
    page.locator("article").first.wait_for()
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Right":
            break
    page.keyboard.press("Enter")
    shown = page.locator("article:not([hidden]) .verdict").all_inner_texts()
    assert set(shown) == {"✓ right"}


def test_a_file_is_checked(page: Page) -> None:
    page.locator("#choose").set_input_files(LOG)
    page.locator("article").first.wait_for()
    assert "✓ right" in verdicts(page)
    page.get_by_role("button", name="Remove irssi.txt").click()
    assert page.locator("article").count() == 0


def test_a_long_log_does_not_freeze_the_page(page: Page) -> None:
    """It is checked beside the page, which goes on with all else meanwhile."""
    lines = Evening(3).lines
    chat = [Line(5, "mal", f"number {number} of many lines") for number in range(100_000)]
    page.evaluate(
        """() => {
            window.longest = 0;
            let last = performance.now();
            setInterval(() => {
                const now = performance.now();
                window.longest = Math.max(window.longest, now - last);
                last = now;
            }, 10);
        }"""
    )
    paste(page, written([*lines, *chat], "irssi"))
    page.evaluate("window.longest = 0")  # it took a while to copy so much
    page.locator("article").first.wait_for()
    assert page.evaluate("window.longest") < LONGEST
    assert "✓ right" in verdicts(page)


SENDS = {
    "connect-src": "fetch(address).catch(() => null)",
    "img-src": "new Image().src = address",
}
"""What a changed script, or a fault in it, could send something by, by what forbids it."""


def test_the_page_can_reach_no_network(chromium: Browser) -> None:
    page = chromium.new_page()
    page.goto(PAGE.as_uri())
    with create_server((HOST, 0)) as server:
        server.setblocking(False)
        for directive, code in SENDS.items():
            violated = page.evaluate(
                f"""(address) => new Promise((resolve) => {{
                    document.addEventListener("securitypolicyviolation",
                        (event) => resolve(event.effectiveDirective), {{ once: true }});
                    {code};
                }})""",
                "http://{}:{}/".format(*server.getsockname()),
            )
            assert violated == directive
        with pytest.raises(BlockingIOError):
            server.accept()
    page.close()
