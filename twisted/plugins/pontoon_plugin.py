"""Tells Twisted's own starters, twist and twistd, that there is a bot."""

from typing import Any

from twisted.application.service import ServiceMaker

untyped: Any = ServiceMaker
bot = untyped(
    "PontoonBot", "pontoon.service.plugin", "An IRC bot that deals Shed Pontoon.", "pontoon"
)
