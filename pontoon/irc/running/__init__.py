"""The program around the networks: start, stop, signals, log."""
