"""How fast the bot is, beside others of its kind: ``python -m benchmarks`` prints a table."""
