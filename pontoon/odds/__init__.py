"""What each move is worth, worked out from what one player can see and from nothing else."""
