"""What is needed to run other bots beside ours."""
