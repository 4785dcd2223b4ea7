"""How a server is reached: addresses, TLS, certificates, and strict transport security."""
