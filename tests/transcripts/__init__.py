"""Rounds as people read them; README.md tells how they are written."""
