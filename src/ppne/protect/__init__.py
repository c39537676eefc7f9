"""The greedy loop that picks flips."""
