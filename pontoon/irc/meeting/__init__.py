"""Who is in which channel, and who they are."""
