"""What is said of players' time: minutes, coins, turns and the time bank."""

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
    TransferFault.TOO_FEW_MINUTES: "You do not have so many minutes",
    TransferFault.TOO_FEW_BANKED: "There are not so many minutes in your time bank",
    TransferFault.PAST_EVENT: "That would be more minutes than there are until the next event",
}


def minutes(number: int) -> str:
    """Say so many minutes."""
    return "1 minute" if number == 1 else f"{number} minutes"


def time_sheet(name: str, sheet: TimeSheet) -> str:
    """Say all that a player has."""
    turns = "1 turn" if sheet.turns_left == 1 else f"{sheet.turns_left} turns"
    return (
        f"{name}: minutes {sheet.minutes}, coins {sheet.coins}{_time_bank(sheet.time_bank)}, "
        f"{turns} left today, next event at {sheet.next_event:%H:%M %Z}, "
        f"in {minutes(sheet.minutes_to_event)}"
    )


def deposited(name: str, number: int, sheet: TimeSheet) -> str:
    """Say that so many minutes were moved to the time bank, or from it where negative."""
    does = "deposits" if number > 0 else "withdraws"
    now = f"minutes {sheet.minutes}{_time_bank(sheet.time_bank)}"
    return f"{name} {does} {minutes(abs(number))}: {now}"


def _time_bank(number: int | None) -> str:
    return "" if number is None else f", time bank {number}"


def cannot_move(refused: TransferRefused) -> str:
    """Say why minutes cannot be moved, and how many could be."""
    why = _TRANSFER_FAULTS[refused.why]
    if why.endswith("."):
        return why
    return f"{why}: at most {refused.most}." if refused.most else f"{why}: none can be moved now."


def statement(name: str, day: Statement) -> str:
    """Say how a player's day went."""
    rounds = "1 round" if day.turns == 1 else f"{day.turns} rounds"
    return (
        f"{name}'s day: {rounds}, {minutes(day.gained)} gained, {day.lost} lost; "
        f"{day.minutes} left{_time_bank(day.time_bank)}"
    )


def told_of(name: str, settlement: Settlement) -> list[str]:
    """Say where minutes went that would have been past the next event, and how the day went."""
    told: list[str] = []
    if settlement.deposited:
        told.append(f"{minutes(settlement.deposited)} past the next event: put in your time bank")
    if settlement.trimmed:
        told.append(f"{minutes(settlement.trimmed)} past the next event: trimmed")
    if settlement.statement is not None:
        told.append(statement(name, settlement.statement))
    return told
