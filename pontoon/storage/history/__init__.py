"""Histories: the settled rounds, a line for each, that can be replayed, searched and checked."""
