"""Messages about players' time: minutes, coins, turns and the time bank."""

from pontoon.games.time_account import (
    Settlement,
    Statement,
    TimeSheet,
    TransferFault,
    TransferRefused,
)

_TRANSFER_FAULTS = {
    TransferFault.NO_TIME_BANK: "There is no time bank here.",
    TransferFault.NOTHING: "Say how many minutes: deposit 5, withdraw 5.",
    TransferFault.TOO_FEW_MINUTES: "You do not have that many minutes",
    TransferFault.TOO_FEW_BANKED: "Your time bank does not have that many minutes",
    TransferFault.PAST_EVENT: "You would have more minutes than there are until the next event",
}


def minutes(number: int) -> str:
    """Return NUMBER with the word minute or minutes."""
    return "1 minute" if number == 1 else f"{number} minutes"


def time_sheet(name: str, sheet: TimeSheet) -> str:
    """Show everything that a player has."""
    turns = "1 turn" if sheet.turns_left == 1 else f"{sheet.turns_left} turns"
    return (
        f"{name}: minutes {sheet.minutes}, coins {sheet.coins}{_time_bank(sheet.time_bank)}, "
        f"{turns} left today, next event at {sheet.next_event:%H:%M %Z}, "
        f"in {minutes(sheet.minutes_to_event)}"
    )


def deposited(name: str, number: int, sheet: TimeSheet) -> str:
    """Say that NUMBER minutes were moved to the time bank, or from it if NUMBER is negative."""
    does = "deposits" if number > 0 else "withdraws"
    now = f"minutes {sheet.minutes}{_time_bank(sheet.time_bank)}"
    return f"{name} {does} {minutes(abs(number))}: {now}"


def _time_bank(number: int | None) -> str:
    return "" if number is None else f", time bank {number}"


def cannot_move(refused: TransferRefused) -> str:
    """Say why minutes cannot be moved, and how many can."""
    why = _TRANSFER_FAULTS[refused.why]
    if why.endswith("."):
        return why
    number = f"at most {refused.most}" if refused.most else "none now"
    return f"{why}: you can move {number}."


def statement(name: str, day: Statement) -> str:
    """Summarise a player's day."""
    rounds = "1 round" if day.turns == 1 else f"{day.turns} rounds"
    return (
        f"{name}'s day: {rounds}, {minutes(day.gained)} gained, {day.lost} lost; "
        f"{day.minutes} left{_time_bank(day.time_bank)}"
    )


def told_of(name: str, settlement: Settlement) -> list[str]:
    """Say what became of minutes past the next event, and summarise the day if it is over."""
    told: list[str] = []
    if settlement.deposited:
        told.append(f"{minutes(settlement.deposited)} past the next event: moved to your time bank")
    if settlement.trimmed:
        told.append(f"{minutes(settlement.trimmed)} past the next event: trimmed")
    if settlement.statement is not None:
        told.append(statement(name, settlement.statement))
    return told
