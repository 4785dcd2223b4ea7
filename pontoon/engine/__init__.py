"""Cards, hands, moves, and what happens in a round: no game, no clock, nothing read or written."""
