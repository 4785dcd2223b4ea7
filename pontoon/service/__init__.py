"""The running program: networks, connections, logs, signals, and the start."""
