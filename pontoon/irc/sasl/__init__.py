"""Logging in while registering: SASL and its mechanisms."""
