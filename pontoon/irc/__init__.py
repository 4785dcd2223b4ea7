"""The only folder that imports Twisted: bytes from and to IRC servers."""
