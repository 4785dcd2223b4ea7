"""players.xml and its ledger: the chips of each player, and every change of them."""
