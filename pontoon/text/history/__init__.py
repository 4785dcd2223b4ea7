"""Sentences about histories: lists, transcripts, checks."""
