"""Lines that wait to be sent, and the pace at which they go."""
