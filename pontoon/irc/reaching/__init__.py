"""How a server is reached: which, over TLS or not, and whom to trust."""
