"""Commands about rounds that are over."""
