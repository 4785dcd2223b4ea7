"""Waiting for players: the time they have, and what is done when they are silent or gone."""
