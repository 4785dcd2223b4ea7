"""PontoonBot: an IRC bot that deals Shed Pontoon."""

__version__ = "0.6.0"
