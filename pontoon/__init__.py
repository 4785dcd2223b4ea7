"""PontoonBot: an IRC bot that deals Shed Pontoon."""

__version__ = "0.5.2"
