"""Where the project's own files are found."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The folder that holds config.ini, docs/ and all the rest."""
