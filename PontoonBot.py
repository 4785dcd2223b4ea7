#!/usr/bin/env python3
"""Starts PontoonBot from an environment in which its requirements are installed."""

import sys

from pontoon.command import main

if __name__ == "__main__":
    sys.exit(main())
