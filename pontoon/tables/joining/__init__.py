"""The people who have joined a table for the next rounds, and those who are told of it."""
