"""Rounds of a history, told again."""
