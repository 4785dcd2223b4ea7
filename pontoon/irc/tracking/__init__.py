"""What a connection knows of the network: channels, members, and accounts."""
