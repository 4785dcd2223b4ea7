"""The connection to an IRC server: registration, capabilities, nicks, and what is received."""
