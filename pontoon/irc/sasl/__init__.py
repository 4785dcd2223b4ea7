"""SASL and its mechanisms."""
