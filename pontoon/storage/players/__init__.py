"""players.xml and its ledger: who has how many chips, and every change of them."""
