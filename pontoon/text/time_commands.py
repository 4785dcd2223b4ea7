"""Messages about minutes, coins, turns and the time bank."""

from pontoon.games.time_account import (
    Settlement,
    Statement,
    TimeSheet,
    TransferFault,
    TransferRefused,
)
from pontoon.text.formatting import count

_TRANSFER_FAULTS = {
    TransferFault.NO_TIME_BANK: "There is no time bank here.",
    TransferFault.NOTHING: "Say how many minutes: deposit 5, withdraw 5.",
    TransferFault.TOO_FEW_MINUTES: "{name} has fewer minutes than that",
    TransferFault.TOO_FEW_BANKED: "{name}'s time bank has fewer minutes than that",
    TransferFault.PAST_EVENT: "{name} would have more minutes than there are to the next event",
}


def time_sheet(name: str, sheet: TimeSheet) -> str:
    """Show everything that a player has."""
    return (
        f"{name}: minutes {sheet.minutes}, coins {sheet.coins}{_time_bank(sheet.time_bank)}, "
        f"{count(sheet.turns_left, 'round')} left today, "
        f"next event at {sheet.next_event:%H:%M %Z}, in {count(sheet.minutes_to_event, 'minute')}"
    )


def deposited(name: str, number: int, sheet: TimeSheet) -> str:
    """Say that NUMBER minutes were moved to the time bank, or from it if NUMBER is negative."""
    does = "deposits" if number > 0 else "withdraws"
    now = f"minutes {sheet.minutes}{_time_bank(sheet.time_bank)}"
    return f"{name} {does} {count(abs(number), 'minute')}: {now}"


def _time_bank(number: int | None) -> str:
    return "" if number is None else f", time bank {number}"


def cannot_move(name: str, refused: TransferRefused) -> str:
    """Say why minutes of the player NAME cannot be moved, and how many can."""
    why = _TRANSFER_FAULTS[refused.why].format(name=name)
    if why.endswith("."):
        return why
    number = f"at most {refused.most}" if refused.most else "none"
    return f"{why}: {number} can be moved now."


def statement(name: str, day: Statement) -> str:
    return (
        f"{name}'s day: {count(day.turns, 'round')}, {count(day.gained, 'minute')} gained, "
        f"{day.lost} lost; "
        f"{day.minutes} left{_time_bank(day.time_bank)}"
    )


def told_of(name: str, settlement: Settlement) -> list[str]:
    """Say what became of minutes past the next event, and summarise the day if it is over.

    Each is a sentence.
    """
    told: list[str] = []
    if settlement.deposited:
        moved = count(settlement.deposited, "minute")
        told.append(f"{moved} past the next event went into your time bank.")
    if settlement.trimmed:
        told.append(f"{count(settlement.trimmed, 'minute')} past the next event did not count.")
    if settlement.statement is not None:
        told.append(f"{statement(name, settlement.statement)}.")
    return told
